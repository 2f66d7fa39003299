import Foundation
import Synchronization

/// Looks and stores in two critical sections, or with two accesses of an atomic, on no actor, without an await.
public final class Divided: @unchecked Sendable {
  public enum Use: Sendable, CaseIterable {
    // These hand out two instances.
    case mutex, lock, mutexOfC, atomic, tried, triedMutex
    // Here, the callers may wait for one another.
    case oppositeLocks
    case mutexTwice, lockTwice, atomicExchange, afterTask, triedThenLocked, sameOrder, recursive, guardedOppositeLocks
    case withinMutex, withinLock, withinRecursiveLock
  }

  private static let made = Mutex<Thing?>(nil)
  private static let lock = NSLock()
  private static let other = NSLock()
  private static let outer = NSRecursiveLock()
  nonisolated(unsafe) private static let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private static let word = Atomic<UInt>(0)
  private static let turns = Mutex(0)

  private let use: Use
  private var thing: Thing?

  public init(_ use: Use) {
    self.use = use
    pthread_mutex_init(Self.mutex, nil)
  }

  public static let lookLine = #line + 3
  public static let storeLine = #line + 4
  private func lookThenStore() -> Thing {
    if let made = Self.made.withLock({ $0 }) { return made }
    let new = Thing()
    Self.made.withLock { $0 = new }
    return new
  }

  private func lookTwice() -> Thing {
    if let made = Self.made.withLock({ $0 }) { return made }
    let new = Thing()
    return Self.made.withLock { made in
      if made == nil { made = new }
      return made!
    }
  }

  private func existing() -> Thing? { Self.lock.withLock { thing } }

  private func lookThenStoreWithLock() -> Thing {
    if let thing = existing() { return thing }
    let new = Thing()
    Self.lock.withLock { thing = new }
    return new
  }

  private func lookTwiceWithLock() -> Thing {
    if let thing = existing() { return thing }
    let new = Thing()
    return Self.lock.withLock {
      if thing == nil { thing = new }
      return thing!
    }
  }

  private func lookThenStoreWithMutexOfC() -> Thing {
    pthread_mutex_lock(Self.mutex)
    let found = thing
    pthread_mutex_unlock(Self.mutex)
    if let found { return found }
    let new = Thing()
    pthread_mutex_lock(Self.mutex)
    thing = new
    pthread_mutex_unlock(Self.mutex)
    return new
  }

  private func object(_ word: UInt) -> Thing? {
    UnsafeRawPointer(bitPattern: word).map { Unmanaged<Thing>.fromOpaque($0).takeUnretainedValue() }
  }

  private func kept(_ thing: Thing) -> UInt { UInt(bitPattern: Unmanaged.passRetained(thing).toOpaque()) }

  private func loadThenStore() -> Thing {
    if let found = object(Self.word.load(ordering: .acquiring)) { return found }
    let new = Thing()
    Self.word.store(kept(new), ordering: .releasing)
    return new
  }

  private func loadThenExchange() -> Thing {
    if let found = object(Self.word.load(ordering: .acquiring)) { return found }
    let new = Thing()
    let (exchanged, original) = Self.word.compareExchange(
      expected: 0, desired: kept(new), successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
    return exchanged ? new : object(original)!
  }

  private func inTask() -> Thing {
    Task { _ = lookThenStoreAgain() }
    return lookThenStoreAgain()
  }

  /// Builds again if no other job has yet.
  private func lookThenStoreAgain() -> Thing {
    Self.lock.withLock {
      if thing == nil { thing = Thing() }
      return thing!
    }
  }

  private func tryThenBuild() -> Thing {
    guard Self.lock.try() else { return Thing() }
    defer { Self.lock.unlock() }
    if thing == nil { thing = Thing() }
    return thing!
  }

  private func tryMutexThenBuild() -> Thing {
    Self.made.withLockIfAvailable { made in
      if made == nil { made = Thing() }
      return made!
    } ?? Thing()
  }

  private func tryThenLock() -> Thing {
    if !Self.lock.try() { Self.lock.lock() }
    defer { Self.lock.unlock() }
    if thing == nil { thing = Thing() }
    return thing!
  }

  private func nested(_ first: NSLock, _ second: NSLock) -> Thing {
    first.lock()
    defer { first.unlock() }
    second.lock()
    defer { second.unlock() }
    if thing == nil { thing = Thing() }
    return thing!
  }

  private func isFirst() -> Bool {
    Self.turns.withLock {
      $0 += 1
      return $0 == 1
    }
  }

  private func takeAgain() -> Thing {
    Self.outer.lock()
    defer { Self.outer.unlock() }
    Self.outer.lock()
    if thing == nil { thing = Thing() }
    Self.outer.unlock()
    Self.outer.lock()
    defer { Self.outer.unlock() }
    return thing!
  }

  private func guarded(_ first: NSLock, _ second: NSLock) -> Thing {
    Self.outer.lock()
    defer { Self.outer.unlock() }
    return nested(first, second)
  }

  public func current() -> Thing {
    switch use {
    case .mutex: lookThenStore()
    case .mutexTwice: lookTwice()
    case .lock: lookThenStoreWithLock()
    case .lockTwice: lookTwiceWithLock()
    case .mutexOfC: lookThenStoreWithMutexOfC()
    case .atomic: loadThenStore()
    case .atomicExchange: loadThenExchange()
    case .afterTask: inTask()
    case .tried: tryThenBuild()
    case .triedMutex: tryMutexThenBuild()
    case .triedThenLocked: tryThenLock()
    case .sameOrder: nested(Self.lock, Self.other)
    case .oppositeLocks: isFirst() ? nested(Self.lock, Self.other) : nested(Self.other, Self.lock)
    case .recursive: takeAgain()
    case .withinMutex: Self.turns.withLock { _ in lookThenStore() }
    case .withinLock: Self.other.withLock { lookThenStore() }
    case .withinRecursiveLock: Self.outer.withLock { lookThenStore() }
    case .guardedOppositeLocks: isFirst() ? guarded(Self.lock, Self.other) : guarded(Self.other, Self.lock)
    }
  }
}

/// The same with a Mutex that is a property, beside what an actor isolates.
public actor Caching {
  private let made = Mutex<Thing?>(nil)
  private static let turns = Mutex(0)
  private let looksTwice: Bool
  private let other = Hopped()

  public init(looksTwice: Bool) { self.looksTwice = looksTwice }

  public static let lookLine = #line + 2
  nonisolated private func find() -> Thing {
    if let made = made.withLock({ $0 }) { return made }
    let new = Thing()
    return made.withLock { made in
      if made == nil || !looksTwice { made = new }
      return made!
    }
  }

  private func isolated() -> Thing { find() }

  /// One of the callers finds it on the actor, and the others beside it.
  nonisolated public func current() async -> Thing {
    let turn = Self.turns.withLock {
      $0 += 1
      return $0
    }
    return turn == 1 ? await isolated() : find()
  }

  private var isInside = false

  /// Returns `nil` if another caller is in it.
  private func alone() -> Thing? {
    if isInside { return nil }
    isInside = true
    defer { isInside = false }
    return find()
  }

  /// All of them look beside the actor, and then on it.
  nonisolated public func besideAndOnActor() async -> Thing? {
    let made = made.withLock { $0 }
    let own = await alone()
    return made ?? own
  }

  /// All of them find it on the actor.
  public func onActor() -> Thing {
    if let made = made.withLock({ $0 }) { return made }
    let new = Thing()
    made.withLock { $0 = new }
    return new
  }
}

/// Stores what it has built if no other caller has, in an atomic that is a property.
public final class WithOwnAtomic: Sendable {
  private let made = AtomicLazyReference<Thing>()
  private let storesAlways: Bool
  private let last = Atomic<UInt>(0)

  public init(storesAlways: Bool) { self.storesAlways = storesAlways }

  public func current() -> Thing {
    if let made = made.load() { return made }
    let new = Thing()
    let stored = made.storeIfNil(new)
    last.store(1, ordering: .releasing)
    return storesAlways ? new : stored
  }
}
