import SingletonBench
import Synchronization

/// A defective strategy that is declared to be sound.
struct WrongProof<B: Backend>: Strategy {
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { instance = cell.variable() }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil { instance.store(caller.make()) }
    return instance.load()
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { WrongProof<Other>.self }

  static var info: StrategyInfo { StrategyInfo("declared-sound", "no lock, and declared sound", .sound) }
}

/// A sound strategy that is declared to be defective.
struct WrongRefutation<B: Backend>: Strategy {
  private let lock: B.Lock
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      if instance.load() == nil { instance.store(caller.make()) }
      return instance.load()
    }
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    WrongRefutation<Other>.self
  }

  static var info: StrategyInfo { StrategyInfo("declared-racy", "a lock, and declared defective", .defect(.instances)) }
}

/// A strategy whose behavior differs from one access to the next: it depends on the number of accesses in this process.
struct Nondeterministic<B: Backend>: Strategy {
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) { instance = cell.variable() }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if AccessCount.next() % 3 == 0 { return instance.load() ?? caller.make() }
    if instance.load() == nil { instance.store(caller.make()) }
    instance.store(instance.load())
    return instance.load()
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    Nondeterministic<Other>.self
  }

  static var info: StrategyInfo {
    StrategyInfo("nondeterministic", "behaves differently each time", .defect(.instances))
  }
}

private enum AccessCount {
  private static let count = Atomic<Int>(0)
  static func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
