import CSingletonPlatform

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
