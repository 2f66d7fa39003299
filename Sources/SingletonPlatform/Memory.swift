import CSingletonPlatform

/// Returns zeroed, page-aligned memory that is never unmapped.
///
/// A page uses no physical memory until it is first accessed.
///
/// - Precondition: The system has enough address space.
public func zeroedPages(_ byteCount: Int) -> UnsafeMutableRawPointer {
  #if canImport(Darwin)
    let anonymous = MAP_ANON | MAP_NORESERVE
  #else
    let anonymous = MAP_ANONYMOUS | MAP_NORESERVE
  #endif
  let address = mmap(nil, max(1, byteCount), PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0)
  guard let address, address != MAP_FAILED else { preconditionFailure("no memory for \(byteCount) bytes") }
  return address
}

/// The part of memory in which a static variable or an object lies.
package enum MemoryRegion: Sendable {
  /// The program's file and its libraries, as they were loaded.
  case staticStorage
  case heap

  /// - Parameter address: The address of a static variable, or the beginning of an object.
  /// - Returns: `nil` if the address is neither static nor the beginning of a block of the heap.
  package init?(of address: UnsafeRawPointer) {
    if cp_is_static(address) {
      self = .staticStorage
    } else if cp_heap_block_size(address) > 0 {
      self = .heap
    } else {
      return nil
    }
  }
}
