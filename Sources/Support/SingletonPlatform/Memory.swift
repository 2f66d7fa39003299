import CSingletonPlatform

/// Returns zeroed, page-aligned memory that is never freed.
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

/// The kind of memory that contains a static variable or an object.
package enum MemoryRegion: Sendable {
  /// Memory of the program's file or of a library, as it was loaded.
  case staticStorage
  case heap

  /// - Parameter address: The address of a static variable or of an object.
  /// - Returns: `nil` if the address is neither in static storage nor the beginning of a heap block.
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
