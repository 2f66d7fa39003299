import Foundation

/// Takes what it already has: a lock, or access to a variable.
public final class Nested {
  private let recursive = NSRecursiveLock()
  private let lock = NSLock()
  private var made: Cache?
  private var number = 1
  public init() {}

  public var cache: Cache { recursive.withLock { recursive.withLock { build() } } }

  /// Lets go of the recursive lock once too often before it looks.
  public var cacheUnlockedEarly: Cache {
    recursive.lock()
    recursive.lock()
    recursive.unlock()
    recursive.unlock()
    return build()
  }

  public var cacheOfTwice: Cache { lock.withLock { lock.withLock { build() } } }

  private func build() -> Cache {
    if made == nil { made = Cache() }
    return made!
  }

  private func add(to sum: inout Int) { sum += number }

  /// Reads the variable while it changes it.
  public func double() -> Int {
    lock.withLock {
      add(to: &number)
      return number
    }
  }

  /// Each thread has its own access.
  public func increase() -> Int {
    lock.withLock {
      number += 1
      return number
    }
  }
}
