import Synchronization

/// Atomic words in cache lines of their own, so that accesses to one word do not slow down accesses to another.
public struct CacheLinePadded: @unchecked Sendable {
  // Unchecked: the words are atomic, and their address never changes.
  private let words: UnsafeMutableRawPointer

  /// Allocates zeroed words, which ``deallocate()`` gives back.
  public init(count: Int) {
    words = .allocate(byteCount: count * CacheLine.isolation, alignment: CacheLine.isolation)
    words.initializeMemory(as: UInt8.self, repeating: 0, count: count * CacheLine.isolation)
  }

  public func deallocate() { words.deallocate() }

  @inline(__always)
  public subscript(index: Int) -> UnsafeMutablePointer<Atomic<UInt32>> {
    (words + index &* CacheLine.isolation).assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}
