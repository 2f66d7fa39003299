import SingletonCore
import SingletonStrategyKit

/// A strategy that gives a certain caller another instance, among those that call after an instance was released.
struct BrokenByLateCaller<B: Backend, Which: CallerNumber>: Strategy {
  private let lock: B.Lock
  private let isLate: B.AtomicMemory
  private let count: B.AtomicMemory
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.lock()
    isLate = cell.atomicMemory()
    count = cell.atomicMemory()
    instance = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      if isLate.load(.relaxed) == 1 {
        // Beyond its number, nothing is counted.
        let number = min(count.load(.relaxed) + 1, Which.number + 1)
        count.store(number, .relaxed)
        if number == Which.number { return caller.make() }
      }
      if instance.load() == nil { instance.store(caller.make()) }
      return instance.load()
    }
  }

  func retain(_ instance: B.Instance, _ caller: B.Caller) {}
  func release(_ instance: B.Instance, _ caller: B.Caller) { lock.whileHeld { isLate.store(1, .relaxed) } }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    BrokenByLateCaller<Other, Which>.self
  }
  static var info: StrategyInfo {
    StrategyInfo(id: "broken-late-by-\(Which.number)", idea: "counts late callers", expects: [.overRelease: .sound])
  }
}

/// A strategy that replaces its instance after it was released. In each phase, all callers get the same instance.
struct ReplacesReleased<B: Backend>: Strategy {
  private let lock: B.Lock
  private let isReleased: B.AtomicMemory
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.lock()
    isReleased = cell.atomicMemory()
    instance = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      if instance.load() == nil || isReleased.load(.relaxed) == 1 {
        instance.store(caller.make())
        isReleased.store(2, .relaxed)
      }
      return instance.load()
    }
  }

  func retain(_ instance: B.Instance, _ caller: B.Caller) {}
  func release(_ instance: B.Instance, _ caller: B.Caller) {
    lock.whileHeld { if isReleased.load(.relaxed) == 2 { isReleased.store(1, .relaxed) } }
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    ReplacesReleased<Other>.self
  }
  static var info: StrategyInfo {
    StrategyInfo(id: "replaces-released", idea: "builds again", expects: [.overRelease: .sound])
  }
}

/// A strategy that keeps what is first released, or an instance that is made then, and notes whether what is released
/// later is the same.
struct ComparesReleased<B: Backend, Makes: CallerNumber>: Strategy {
  private let lock: B.Lock
  private let isSame: B.AtomicMemory
  private let instance: Variable<B>
  private let first: Variable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.lock()
    isSame = cell.atomicMemory()
    instance = cell.variable()
    first = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      if let known = instance.load() { return known }
      let made = caller.make()
      instance.store(made)
      return made
    }
  }

  func retain(_ instance: B.Instance, _ caller: B.Caller) {}
  func release(_ released: B.Instance, _ caller: B.Caller) {
    lock.whileHeld {
      if let known = first.load() {
        isSame.store(released == known ? 1 : 2, .relaxed)
      } else {
        first.store(Makes.number == 0 ? released : caller.make())
      }
    }
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    ComparesReleased<Other, Makes>.self
  }
  static var info: StrategyInfo {
    StrategyInfo(id: "compares-released", idea: "compares", expects: [.overRelease: .sound])
  }
}
