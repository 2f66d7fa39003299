import Synchronization

/// The sizes that determine how far apart the memory of different threads must be.
public enum CacheLine {
  /// The size of a cache line in bytes, which is the unit of transfer between cores.
  public static var byteCount: Int {
    #if canImport(Darwin) && arch(arm64)
      128
    #else
      64
    #endif
  }
  /// The distance in bytes at which memory accesses of two threads do not slow each other down. It is at least 128,
  /// because processors with 64-byte lines fetch two lines at a time.
  public static var isolation: Int { max(byteCount, 128) }
}

/// Atomic words, each in a separate cache line, so that accesses to one word do not slow down accesses to another.
public struct CacheLinePadded: @unchecked Sendable {
  // Unchecked: the words are atomic, and their address never changes.
  private let words: UnsafeMutableRawPointer

  /// Allocates zeroed words. ``deallocate()`` frees them.
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
