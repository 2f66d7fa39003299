import SingletonCore
import SingletonStrategyKit

/// `double-checked-lock-acquire`: looks, locks, looks again, builds, and publishes.
struct DoubleChecked<B: Backend, C: DoubleCheckedChange>: Mutant {
  let instance: AtomicVariable<B>
  let lock: B.RecursiveLock

  init(_ cell: inout B.Cell) { (instance, lock) = (cell.atomicVariable(), cell.recursiveLock()) }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    return C.lock(self, caller)
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { DoubleChecked<O, C>.self }
  static var mutation: Mutation { C.mutation }
}

protocol DoubleCheckedChange: Change {
  /// Does what follows a first look that has found nothing.
  static func lock<B>(_ its: DoubleChecked<B, Self>, _ caller: B.Caller) -> B.Instance?
  static func lookAgain<B>(_ its: DoubleChecked<B, Self>) -> B.Instance?
}

extension DoubleCheckedChange {
  static func lock<B>(_ its: DoubleChecked<B, Self>, _ caller: B.Caller) -> B.Instance? {
    its.lock.whileHeld(by: caller) { lookAgain(its) ?? build(its, caller) }
  }

  static func lookAgain<B>(_ its: DoubleChecked<B, Self>) -> B.Instance? { its.instance.load(.relaxed) }

  static func build<B>(_ its: DoubleChecked<B, Self>, _ caller: B.Caller) -> B.Instance {
    let built = caller.make()
    its.instance.store(built, .releasing)
    return built
  }
}

/// Two threads that have both seen nothing both build.
enum SecondLookDropped: DoubleCheckedChange {
  static let mutation = Mutation(
    "second-look-dropped", of: "double-checked-lock-acquire", "does not look again under the lock",
    expects: [.firstAccess: .defect(.instances)])

  static func lookAgain<B>(_ its: DoubleChecked<B, Self>) -> B.Instance? { nil }
}

/// The second look is there, but the other thread may publish between it and the lock.
enum SecondLookBeforeLock: DoubleCheckedChange {
  static let mutation = Mutation(
    "second-look-before-lock", of: "double-checked-lock-acquire", "looks twice, both times before it locks",
    expects: [.firstAccess: .defect(.instances)])

  static func lock<B>(_ its: DoubleChecked<B, Self>, _ caller: B.Caller) -> B.Instance? {
    if let found = its.instance.load(.acquiring) { return found }
    return its.lock.whileHeld(by: caller) { build(its, caller) }
  }
}

/// A thread that waited for the lock returns what it saw before: nothing.
enum FirstLookReturned: DoubleCheckedChange {
  static let mutation = Mutation(
    "first-look-returned", of: "double-checked-lock-acquire",
    "returns what it saw before the lock, not what it sees under it",
    expects: [.firstAccess: .defect(.nilResults)])

  static func lock<B>(_ its: DoubleChecked<B, Self>, _ caller: B.Caller) -> B.Instance? {
    its.lock.whileHeld(by: caller) { lookAgain(its) == nil ? build(its, caller) : nil }
  }
}

/// Both threads see nothing under the lock, one after the other, before either has built.
enum BuiltAfterUnlock: DoubleCheckedChange {
  static let mutation = Mutation(
    "built-after-unlock", of: "double-checked-lock-acquire", "releases the lock after the second look, then builds",
    expects: [.firstAccess: .defect(.instances)])

  static func lock<B>(_ its: DoubleChecked<B, Self>, _ caller: B.Caller) -> B.Instance? {
    its.lock.whileHeld(by: caller) { its.instance.load(.acquiring) } ?? build(its, caller)
  }
}

/// Only the store is outside the lock: the window is that of a few instructions.
enum PublishedAfterUnlock: DoubleCheckedChange {
  static let mutation = Mutation(
    "published-after-unlock", of: "double-checked-lock-acquire", "builds under the lock, and publishes after it",
    expects: [.firstAccess: .defect(.instances)])

  static func lock<B>(_ its: DoubleChecked<B, Self>, _ caller: B.Caller) -> B.Instance? {
    let built = its.lock.whileHeld(by: caller) { lookAgain(its) == nil ? caller.make() : nil }
    if let built { its.instance.store(built, .releasing) }
    return built ?? its.instance.load(.acquiring)
  }
}
