import SingletonCore
import SingletonStrategyKit

// Mutants of `double-checked-lock-acquire`: an acquiring load, a lock, a second look, building, a releasing store.

/// Two threads that have both seen nothing both build.
struct SecondLookDropped<B: Backend>: Mutant {
  private let instance: AtomicVariable<B>
  private let lock: B.RecursiveLock

  init(_ cell: inout B.Cell) { (instance, lock) = (cell.atomicVariable(), cell.recursiveLock()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    return lock.whileHeld(by: caller) {
      let built = caller.make()
      instance.store(built, .releasing)
      return built
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SecondLookDropped<O>.self }
  static var mutation: Mutation {
    Mutation(
      "second-look-dropped", of: "double-checked-lock-acquire", "does not look again under the lock",
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances)])
  }
}

/// The second look is there, but the other thread may publish between it and the lock.
struct SecondLookBeforeLock<B: Backend>: Mutant {
  private let instance: AtomicVariable<B>
  private let lock: B.RecursiveLock

  init(_ cell: inout B.Cell) { (instance, lock) = (cell.atomicVariable(), cell.recursiveLock()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    if let found = instance.load(.acquiring) { return found }
    return lock.whileHeld(by: caller) {
      let built = caller.make()
      instance.store(built, .releasing)
      return built
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SecondLookBeforeLock<O>.self }
  static var mutation: Mutation {
    Mutation(
      "second-look-before-lock", of: "double-checked-lock-acquire", "looks twice, both times before it locks",
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances)])
  }
}

/// Who waited for the lock has still got what it saw before: nothing.
struct FirstLookReturned<B: Backend>: Mutant {
  private let instance: AtomicVariable<B>
  private let lock: B.RecursiveLock

  init(_ cell: inout B.Cell) { (instance, lock) = (cell.atomicVariable(), cell.recursiveLock()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    let found = instance.load(.acquiring)
    if found != nil { return found }
    return lock.whileHeld(by: caller) {
      if instance.load(.relaxed) != nil { return found }
      let built = caller.make()
      instance.store(built, .releasing)
      return built
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { FirstLookReturned<O>.self }
  static var mutation: Mutation {
    Mutation(
      "first-look-returned", of: "double-checked-lock-acquire",
      "returns what it saw before the lock, not what it sees under it",
      shownUnder: .sc, expects: [.firstAccess: .defect(.nilResults)])
  }
}

/// The instance can be found while its initializer is still running.
struct PublishedBeforeBuilt<B: Backend>: Mutant {
  private let instance: AtomicVariable<B>
  private let lock: B.RecursiveLock

  init(_ cell: inout B.Cell) { (instance, lock) = (cell.atomicVariable(), cell.recursiveLock()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    return lock.whileHeld(by: caller) {
      if let found = instance.load(.relaxed) { return found }
      let built = caller.allocate()
      instance.store(built, .releasing)
      caller.initialize(built)
      return built
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { PublishedBeforeBuilt<O>.self }
  static var mutation: Mutation {
    Mutation(
      "published-before-built", of: "double-checked-lock-acquire", "publishes the instance, then initializes it",
      shownUnder: .sc, expects: [.firstAccess: .defect(.halfBuilt, onWeakMemory: [.race])])
  }
}

/// Both threads see nothing under the lock, one after the other, before either has built.
struct BuiltAfterUnlock<B: Backend>: Mutant {
  private let instance: AtomicVariable<B>
  private let lock: B.RecursiveLock

  init(_ cell: inout B.Cell) { (instance, lock) = (cell.atomicVariable(), cell.recursiveLock()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    if let found = lock.whileHeld(by: caller, { instance.load(.acquiring) }) { return found }
    let built = caller.make()
    instance.store(built, .releasing)
    return built
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { BuiltAfterUnlock<O>.self }
  static var mutation: Mutation {
    Mutation(
      "built-after-unlock", of: "double-checked-lock-acquire", "releases the lock after the second look, then builds",
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances)])
  }
}

/// Only the store is outside the lock: the window is that of a few instructions.
struct PublishedAfterUnlock<B: Backend>: Mutant {
  private let instance: AtomicVariable<B>
  private let lock: B.RecursiveLock

  init(_ cell: inout B.Cell) { (instance, lock) = (cell.atomicVariable(), cell.recursiveLock()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    let built = lock.whileHeld(by: caller) { instance.load(.relaxed) == nil ? caller.make() : nil }
    if let built { instance.store(built, .releasing) }
    return built ?? instance.load(.acquiring)
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { PublishedAfterUnlock<O>.self }
  static var mutation: Mutation {
    Mutation(
      "published-after-unlock", of: "double-checked-lock-acquire", "builds under the lock, and publishes after it",
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances)])
  }
}

/// Threads with even numbers exclude one another, and so do those with odd ones.
struct TwoLocks<B: Backend>: Mutant {
  private let instance: AtomicVariable<B>
  private let locks: (even: B.RecursiveLock, odd: B.RecursiveLock)

  init(_ cell: inout B.Cell) {
    instance = cell.atomicVariable()
    locks = (cell.recursiveLock(), cell.recursiveLock())
  }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    return (caller.index % 2 == 0 ? locks.even : locks.odd).whileHeld(by: caller) {
      if let found = instance.load(.acquiring) { return found }
      let built = caller.make()
      instance.store(built, .releasing)
      return built
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { TwoLocks<O>.self }
  static var mutation: Mutation {
    Mutation(
      "two-locks", of: "double-checked-lock-acquire", "half of the threads lock another object",
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances)])
  }
}

/// x86 shows stores in order, so only the checker sees the fields arrive after the reference.
struct RelaxedStore<B: Backend>: Mutant {
  private let instance: AtomicVariable<B>
  private let lock: B.RecursiveLock

  init(_ cell: inout B.Cell) { (instance, lock) = (cell.atomicVariable(), cell.recursiveLock()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    return lock.whileHeld(by: caller) {
      if let found = instance.load(.relaxed) { return found }
      let built = caller.make()
      instance.store(built, .relaxed)
      return built
    }
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { RelaxedStore<O>.self }
  static var mutation: Mutation {
    Mutation(
      "relaxed-store", of: "double-checked-lock-acquire", "publishes by a relaxed store",
      shownUnder: .rc11WithDependencies, expects: [.firstAccess: .sound(onWeakMemory: [.race, .halfBuilt])])
  }
}
