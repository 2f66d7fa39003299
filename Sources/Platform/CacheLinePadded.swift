import Synchronization

/// Atomic words that do not slow each other down, because each has cache lines of its own.
package struct CacheLinePadded: @unchecked Sendable {
  // Unchecked: the words are atomic, and the address never changes.
  private let words: UnsafeMutableRawPointer

  /// Allocates zeroed words that last as long as the process.
  package init(count: Int) {
    words = .allocate(byteCount: count * CacheLine.isolation, alignment: CacheLine.isolation)
    words.initializeMemory(as: UInt8.self, repeating: 0, count: count * CacheLine.isolation)
  }

  @inline(__always)
  package subscript(index: Int) -> UnsafeMutablePointer<Atomic<UInt32>> {
    (words + index &* CacheLine.isolation).assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}
