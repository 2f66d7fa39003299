import Dispatch
import Foundation
import Synchronization

// Classes that wait for conditions, or with a time limit.

/// One thread builds, and others wait until it has.
public final class Announced {
  private let condition = NSCondition()
  private var isReady = false
  private var made: Cache?
  public init() {}

  public var published: Cache? {
    condition.lock()
    defer { condition.unlock() }
    made = Cache()
    isReady = true
    condition.broadcast()
    return nil
  }

  public var signaled: Cache? {
    condition.lock()
    made = Cache()
    isReady = true
    condition.signal()
    condition.unlock()
    return nil
  }

  /// Does not hold the lock when it says that it is ready, so a thread that has just looked may miss the signal.
  public var signaledWithoutLock: Cache? {
    condition.lock()
    made = Cache()
    condition.unlock()
    isAnnounced.store(true, ordering: .sequentiallyConsistent)
    condition.signal()
    return nil
  }

  private let isAnnounced = Atomic<Bool>(false)

  public var afterAnnouncement: Cache? {
    condition.lock()
    defer { condition.unlock() }
    while !isAnnounced.load(ordering: .sequentiallyConsistent) { condition.wait() }
    return made
  }

  public var awaited: Cache? {
    condition.lock()
    defer { condition.unlock() }
    while !isReady { condition.wait() }
    return made
  }

  /// Lets the next one go on that waits.
  public var awaitedInChain: Cache? {
    condition.lock()
    defer { condition.unlock() }
    while !isReady { condition.wait() }
    condition.signal()
    return made
  }

  /// Takes each wakeup for the right one.
  public var awaitedOnce: Cache? {
    condition.lock()
    defer { condition.unlock() }
    if !isReady { condition.wait() }
    return made
  }

  /// Builds itself if nobody has in time.
  public func cache(before limit: Date) -> Cache? {
    condition.lock()
    defer { condition.unlock() }
    while !isReady {
      if !condition.wait(until: limit) { return Cache() }
    }
    return made
  }

  /// Builds itself if nobody has at the end of the second wait.
  public func cache(waitingTwiceUntil limit: Date) -> Cache? {
    condition.lock()
    defer { condition.unlock() }
    for _ in 0..<2 where !isReady { _ = condition.wait(until: limit) }
    return isReady ? made : Cache()
  }

  /// Looks again at the end of each wait.
  public func cache(lookingAgainAt limit: Date) -> Cache? {
    condition.lock()
    defer { condition.unlock() }
    while !isReady { _ = condition.wait(until: limit) }
    return made
  }
}

public final class TimeLimited {
  private let semaphore = DispatchSemaphore(value: 1)
  private let lock = NSLock()
  private var made: Cache?
  public init() {}

  private func build() -> Cache? {
    if made == nil { made = Cache() }
    return made
  }

  /// Hands out an instance of its own if it has to wait for too long.
  public var ownInstead: Cache? {
    guard semaphore.wait(timeout: .now() + .seconds(1)) == .success else { return Cache() }
    defer { semaphore.signal() }
    return build()
  }

  /// Tries twice, in the same line, before it gives up.
  public var ownAfterTwo: Cache? {
    for _ in 0..<2 where semaphore.wait(timeout: .now() + .seconds(1)) == .success {
      defer { semaphore.signal() }
      return build()
    }
    return Cache()
  }

  /// Tries again until it succeeds.
  public var patiently: Cache? {
    while semaphore.wait(timeout: .now() + .seconds(1)) == .timedOut {}
    defer { semaphore.signal() }
    return build()
  }

  public func cache(before limit: Date) -> Cache? {
    guard lock.lock(before: limit) else { return Cache() }
    defer { lock.unlock() }
    return build()
  }

  public func cache(lockingBefore limit: Date) -> Cache? {
    while !lock.lock(before: limit) {}
    defer { lock.unlock() }
    return build()
  }
}

/// The first one that asks builds, and others wait until it has left the group.
public final class Gathered {
  private let group = DispatchGroup()
  private let lock = NSLock()
  private var isBegun = false
  private var made: Cache?
  public init() {}

  public init(isEntered: Bool) { if isEntered { group.enter() } }

  public var cache: Cache? {
    lock.lock()
    if isBegun {
      lock.unlock()
      group.wait()
      return made
    }
    isBegun = true
    group.enter()
    lock.unlock()
    made = Cache()
    group.leave()
    return made
  }

  /// Enters when others may have looked already.
  public var enteringLate: Cache? {
    guard lock.withLock({ begins() }) else {
      group.wait()
      return made
    }
    group.enter()
    made = Cache()
    group.leave()
    return made
  }

  /// Leaves the group that `init` has entered.
  public var leaving: Cache? {
    guard lock.withLock({ begins() }) else {
      group.wait()
      return made
    }
    made = Cache()
    group.leave()
    return made
  }

  public func cache(within limit: DispatchTimeInterval) -> Cache? {
    guard lock.withLock({ begins() }) else { return group.wait(timeout: .now() + limit) == .success ? made : nil }
    made = Cache()
    group.leave()
    return made
  }

  private func begins() -> Bool {
    defer { isBegun = true }
    return !isBegun
  }
}
