import Foundation

/// One thread builds and another one fetches, in turns that a lock counts.
public final class InTurns {
  private let lock = NSConditionLock(condition: 0)
  private var made: Cache?
  public init(isLocked: Bool = false) { if isLocked { lock.lock() } }

  /// The condition of the lock.
  public var turn: Int { lock.condition }

  public var build: Cache? { build(turn: 1) }

  public func build(turn: Int) -> Cache? {
    lock.lock()
    made = Cache()
    lock.unlock(withCondition: turn)
    return nil
  }

  public var fetch: Cache? {
    lock.lock(whenCondition: 1)
    defer { lock.unlock() }
    return made
  }

  /// Fetches whatever the condition is.
  public var fetchAtOnce: Cache? {
    lock.lock()
    defer { lock.unlock() }
    return made
  }

  /// Fetches if it is the turn, and if nobody holds the lock.
  public var fetchIfReady: Cache? {
    guard lock.tryLock(whenCondition: 1) else { return nil }
    defer { lock.unlock() }
    return made
  }

  public func fetch(before limit: Date) -> Cache? {
    guard lock.lock(whenCondition: 1, before: limit) else { return nil }
    defer { lock.unlock() }
    return made
  }

  public func fetch(tryingAgainBefore limit: Date) -> Cache? {
    while !lock.lock(whenCondition: 1, before: limit) {}
    defer { lock.unlock() }
    return made
  }

  /// Builds unless another thread has, which the condition says.
  public var cache: Cache? {
    lock.lock()
    if lock.condition == 0 { made = Cache() }
    defer { lock.unlock(withCondition: 1) }
    return made
  }

  /// Hands out an instance of its own if another thread holds the lock.
  public var cacheOrOwn: Cache? {
    guard lock.try() else { return Cache() }
    defer { lock.unlock() }
    if made == nil { made = Cache() }
    return made
  }

  /// Looks at the condition before it locks.
  public var cacheAfterLook: Cache? { lock.condition == 1 ? made : cache }
}

/// Threads that hand a lock to one another, by its condition.
public final class Relay {
  private let lock = NSConditionLock(condition: 0)
  private var runs = 0
  public init() {}

  public func run(from condition: Int, to next: Int) -> Int {
    lock.lock(whenCondition: condition)
    defer { lock.unlock(withCondition: next) }
    runs += 1
    return runs
  }
}
