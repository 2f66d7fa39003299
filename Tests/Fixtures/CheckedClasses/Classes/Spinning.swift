import Synchronization

// Classes that wait in loops.

public final class SpinLocked {
  private let isHeld = Atomic<Bool>(false)
  private var made: Cache?
  public init() {}

  private func build() -> Cache? {
    if made == nil { made = Cache() }
    return made
  }

  private func unlock() { isHeld.store(false, ordering: .releasing) }

  public var byExchange: Cache? {
    while isHeld.exchange(true, ordering: .acquiring) {}
    defer { unlock() }
    return build()
  }

  /// Looks before it tries.
  public var byLook: Cache? {
    repeat {
      while isHeld.load(ordering: .relaxed) {}
    } while isHeld.exchange(true, ordering: .acquiring)
    defer { unlock() }
    return build()
  }

  /// Goes on without the lock after ten tries.
  public var impatiently: Cache? {
    var tries = 0
    while isHeld.exchange(true, ordering: .acquiring), tries < 10 { tries += 1 }
    defer { unlock() }
    return build()
  }

  public var withoutUnlock: Cache? {
    while isHeld.exchange(true, ordering: .acquiring) {}
    return build()
  }
}

/// The first thread builds; the others look whether it has.
public final class Published {
  private final class Rounds {
    var count = 0
  }

  private let isClaimed = Atomic<Bool>(false)
  private let isReady = Atomic<Bool>(false)
  private var made: Cache?
  public init() {}

  private func builds() -> Bool {
    if isClaimed.exchange(true, ordering: .acquiringAndReleasing) { return false }
    publish()
    return true
  }

  public var published: Cache? {
    publish()
    return nil
  }

  /// Builds, and tells nobody.
  public var unpublished: Cache? {
    made = Cache()
    return nil
  }

  private func publish() {
    made = Cache()
    isReady.store(true, ordering: .releasing)
  }

  /// Waits for as long as it takes.
  public var awaited: Cache? {
    if !builds() { wait() }
    return made
  }

  private func wait() { while !isReady.load(ordering: .acquiring) {} }

  public var afterWaiting: Cache? {
    wait()
    return made
  }

  /// Builds another instance after some looks.
  public func cache(looks: Int) -> Cache? {
    if builds() { return made }
    var left = looks
    while left > 0 {
      if isReady.load(ordering: .acquiring) { return made }
      left -= 1
    }
    return Cache()
  }

  /// Counts its looks in an object.
  public func cache(looksInObject looks: Int) -> Cache? {
    let rounds = Rounds()
    if builds() { return made }
    while rounds.count < looks {
      if isReady.load(ordering: .acquiring) { return made }
      rounds.count += 1
    }
    return Cache()
  }

  /// Takes an instance of its own for the right one if it has looked a certain number of times, counted in turns.
  public func cache(inTurn bad: Int) -> Cache? { cache(unlessCounting: bad) { ($0 + 1) % 13 } }

  /// Takes an instance of its own for the right one if it has looked at least a certain number of times.
  public func cache(before bad: Int) -> Cache? { cache(unlessCounting: bad) { min($0 + 1, bad) } }

  private func cache(unlessCounting bad: Int, _ next: (Int) -> Int) -> Cache? {
    if builds() { return made }
    var count = 0
    while !isReady.load(ordering: .acquiring) { count = next(count) }
    return count == bad ? Cache() : made
  }

  /// Looks some times, and then waits, as an adaptive lock does.
  public func cache(looksBeforeWaiting looks: Int) -> Cache? {
    if builds() { return made }
    for _ in 0..<looks where isReady.load(ordering: .acquiring) { return made }
    wait()
    return made
  }

  /// Looks at two atomics in each round.
  public var awaitedTwice: Cache? {
    if builds() { return made }
    while !(isClaimed.load(ordering: .acquiring) && isReady.load(ordering: .acquiring)) {}
    return made
  }

  /// Waits without an atomic.
  public var awaitedPlainly: Cache? {
    if builds() { return made }
    while made == nil {}
    return made
  }
}
