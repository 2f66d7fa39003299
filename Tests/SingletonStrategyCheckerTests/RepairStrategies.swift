import SingletonCore
import SingletonStrategyKit

/// An accessor that looks outside a lock, and not again inside it. The section returns nothing.
struct OneLook<B: Backend>: Strategy {
  private let instance: AtomicVariable<B>
  private let lock: B.Lock

  init(_ cell: inout B.Cell) {
    instance = cell.atomicVariable()
    lock = cell.lock()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if instance.load(.acquiring) == nil {
      lock.whileHeld { instance.store(caller.make(), .releasing) }
    }
    return instance.load(.acquiring)
  }

  static func rebind<Other: Backend>(to _: Other.Type) -> (any Strategy<Other>.Type)? { OneLook<Other>.self }
  static var info: StrategyInfo { .firstAccess("one-look", .defect(.instances)) }
}

/// ``OneLook``, with the look.
struct LookAgainInside<B: Backend>: Strategy {
  private let instance: AtomicVariable<B>
  private let lock: B.Lock

  init(_ cell: inout B.Cell) {
    instance = cell.atomicVariable()
    lock = cell.lock()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if instance.load(.acquiring) == nil {
      lock.whileHeld {
        if instance.load(.acquiring) != nil { return }
        instance.store(caller.make(), .releasing)
      }
    }
    return instance.load(.acquiring)
  }

  static func rebind<Other: Backend>(to _: Other.Type) -> (any Strategy<Other>.Type)? { LookAgainInside<Other>.self }
  static var info: StrategyInfo { .firstAccess("look-again-inside", .sound) }
}

/// An accessor that looks outside a lock, and not again inside it. The section returns the instance.
struct OneLookReturning<B: Backend>: Strategy {
  private let instance: AtomicVariable<B>
  private let lock: B.RecursiveLock

  init(_ cell: inout B.Cell) {
    instance = cell.atomicVariable()
    lock = cell.recursiveLock()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    return lock.whileHeld(by: caller) {
      let built = caller.make()
      instance.store(built, .releasing)
      return built
    }
  }

  static func rebind<Other: Backend>(to _: Other.Type) -> (any Strategy<Other>.Type)? { OneLookReturning<Other>.self }
  static var info: StrategyInfo { .firstAccess("one-look-returning", .defect(.instances)) }
}

/// ``OneLookReturning``, with the look.
struct LookAgainReturning<B: Backend>: Strategy {
  private let instance: AtomicVariable<B>
  private let lock: B.RecursiveLock

  init(_ cell: inout B.Cell) {
    instance = cell.atomicVariable()
    lock = cell.recursiveLock()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    return lock.whileHeld(by: caller) {
      if let found = instance.load(.acquiring) { return found }
      let built = caller.make()
      instance.store(built, .releasing)
      return built
    }
  }

  static func rebind<Other: Backend>(to _: Other.Type) -> (any Strategy<Other>.Type)? { LookAgainReturning<Other>.self }
  static var info: StrategyInfo { .firstAccess("look-again-returning", .sound) }
}

/// ``OneLook``, whose section returns a number.
struct OneLookCounting<B: Backend>: Strategy {
  private let instance: AtomicVariable<B>
  private let lock: B.Lock

  init(_ cell: inout B.Cell) {
    instance = cell.atomicVariable()
    lock = cell.lock()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if instance.load(.acquiring) == nil {
      _ = lock.whileHeld {
        instance.store(caller.make(), .releasing)
        return 1
      }
    }
    return instance.load(.acquiring)
  }

  static func rebind<Other: Backend>(to _: Other.Type) -> (any Strategy<Other>.Type)? { OneLookCounting<Other>.self }
  static var info: StrategyInfo { .firstAccess("one-look-counting", .defect(.instances)) }
}

/// The strategy `double-checked-lock` with an atomic variable.
struct AtomicDoubleCheck<B: Backend>: Strategy {
  private let lock: B.RecursiveLock
  private let instance: AtomicVariable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.recursiveLock()
    instance = cell.atomicVariable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if instance.load(.acquiring) == nil {
      lock.whileHeld(by: caller) {
        if instance.load(.acquiring) == nil { instance.store(caller.make(), .releasing) }
      }
    }
    return instance.load(.acquiring)
  }

  static func rebind<Other: Backend>(to _: Other.Type) -> (any Strategy<Other>.Type)? { AtomicDoubleCheck<Other>.self }
  static var info: StrategyInfo { .firstAccess("atomic-double-check", .sound) }
}

/// The strategy `unsynchronized-lazy`, whose store is a compare-exchange.
struct FirstStoreWins<B: Backend>: Strategy {
  private let instance: AtomicVariable<B>

  init(_ cell: inout B.Cell) {
    instance = cell.atomicVariable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if instance.load(.acquiring) == nil {
      _ = instance.publish(caller.make(), success: .acquiringAndReleasing, failure: .acquiring)
    }
    return instance.load(.acquiring)
  }

  static func rebind<Other: Backend>(to _: Other.Type) -> (any Strategy<Other>.Type)? { FirstStoreWins<Other>.self }
  static var info: StrategyInfo { .firstAccess("first-store-wins", .defect(.inits)) }
}

/// An accessor without a lock, and a construction that waits for it: a lock around both would let them wait forever.
struct ConstructionWaits<B: Backend>: Strategy {
  private let instance: Variable<B>
  private let isBuilt: B.AtomicMemory

  init(_ cell: inout B.Cell) {
    instance = cell.variable()
    isBuilt = cell.atomicMemory()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil { instance.store(caller.make()) }
    let found = instance.load()
    isBuilt.store(1, .releasing)
    return found
  }

  func construct(_ caller: B.Caller) -> B.Instance? {
    isBuilt.wait(until: 1, .acquiring)
    return instance.load()
  }

  static func rebind<Other: Backend>(to _: Other.Type) -> (any Strategy<Other>.Type)? { ConstructionWaits<Other>.self }
  static var info: StrategyInfo {
    StrategyInfo(
      id: "construction-waits", idea: "a construction that waits for the accessor",
      expects: [.firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt]), .mixedConstruction: .sound])
  }
}

/// A weak variable, whose own lock is no critical section of the source, beside a plain one that is never looked at again.
struct WeakAndPlain<B: Backend>: Strategy {
  private let weak: WeakVariable<B>
  private let last: Variable<B>

  init(_ cell: inout B.Cell) {
    weak = cell.weakVariable()
    last = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    let built = caller.make()
    weak.store(built)
    last.store(built)
    return built
  }

  static func rebind<Other: Backend>(to _: Other.Type) -> (any Strategy<Other>.Type)? { WeakAndPlain<Other>.self }
  static var info: StrategyInfo { .firstAccess("weak-and-plain", .defect(.instances, onWeakMemory: [.race])) }
}

/// An instance that a flag announces, with both orders relaxed: no order alone repairs it.
struct RelaxedFlagPair<B: Backend>: Strategy {
  private let flag: B.AtomicMemory
  private let lock: B.Lock
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    flag = cell.atomicMemory()
    lock = cell.lock()
    instance = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if flag.load(.relaxed) == 1 { return instance.load() }
    return lock.whileHeld {
      if instance.load() == nil { instance.store(caller.make()) }
      flag.store(1, .relaxed)
      return instance.load()
    }
  }

  static func rebind<Other: Backend>(to _: Other.Type) -> (any Strategy<Other>.Type)? { RelaxedFlagPair<Other>.self }
  static var info: StrategyInfo { .firstAccess("relaxed-flag-pair", .sound(onWeakMemory: [.race, .halfBuilt])) }
}

extension StrategyInfo {
  fileprivate static func firstAccess(_ id: String, _ expectation: Expectation) -> StrategyInfo {
    StrategyInfo(id: id, idea: "an accessor to edit", expects: [.firstAccess: expectation])
  }
}
