import Foundation
import Synchronization

// Classes that free memory that is no object.

public final class Growing: @unchecked Sendable {
  private let lock = NSLock()
  private var values = UnsafeMutablePointer<Int>.allocate(capacity: 4)
  public init() { values[0] = 7 }

  /// Reads what may be free by then.
  public func first() -> Int {
    let current = lock.withLock { values }
    return current[0]
  }

  public func firstUnderLock() -> Int { lock.withLock { values[0] } }

  public func grow() -> Int {
    let larger = UnsafeMutablePointer<Int>.allocate(capacity: 8)
    larger[0] = 7
    let old = lock.withLock {
      let old = values
      values = larger
      return old
    }
    old.deallocate()
    return 7
  }

  /// The same with the C library's functions.
  public func growInPlace() -> Int {
    lock.withLock {
      values = realloc(values, 64)!.assumingMemoryBound(to: Int.self)
      return 7
    }
  }

  public func growAndRead() -> Int {
    let old = values
    old.deallocate()
    return old[0]
  }
}

public final class Closable: @unchecked Sendable {
  private let lock = NSLock()
  private var buffer: UnsafeMutablePointer<Int>? = .allocate(capacity: 1)
  public init() {}

  /// Looks in one section, and forgets in another.
  public func close() -> Int {
    guard let mine = lock.withLock({ buffer }) else { return 0 }
    mine.deallocate()
    lock.withLock { buffer = nil }
    return 0
  }

  public func closeOnce() -> Int {
    let mine = lock.withLock {
      defer { buffer = nil }
      return buffer
    }
    mine?.deallocate()
    return 0
  }
}

/// Frees its memory when it ends.
public final class Buffered: @unchecked Sendable {
  public let words = UnsafeMutablePointer<Int>.allocate(capacity: 2)
  public init() { words[0] = 1 }
  deinit { words.deallocate() }
}

/// Whoever comes too late lets go of what it has built, and reads the other one.
public final class Replacing: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Buffered? = Buffered()
  public init() {}

  public func read() -> Int {
    let mine = lock.withLock { made }
    return mine?.words[0] ?? 1
  }

  public func replace() -> Int {
    let new = Buffered()
    lock.withLock { made = new }
    return 1
  }

  /// Keeps the memory, and not what ends it.
  public func readWithoutOwner() -> Int {
    let words = lock.withLock { made!.words }
    return words[0]
  }
}
