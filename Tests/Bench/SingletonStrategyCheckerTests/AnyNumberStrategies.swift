import SingletonCore
import SingletonStrategyKit

protocol CallerNumber: Sendable {
  static var number: UInt { get }
}

enum Nobody: CallerNumber { static let number: UInt = 0 }
enum Third: CallerNumber { static let number: UInt = 3 }
enum Fourth: CallerNumber { static let number: UInt = 4 }
enum Tenth: CallerNumber { static let number: UInt = 10 }
enum Thousandth: CallerNumber { static let number: UInt = 1_000 }
/// Words that look like the names of instances whose makers are the first thread, the second one, and nobody.
enum FirstName: CallerNumber { static let number: UInt = 0x1_0000 }
enum SecondName: CallerNumber { static let number: UInt = 0x101_0000 }
enum UnknownName: CallerNumber { static let number: UInt = 0x6401_0000 }
/// The word that the proof puts where an instance has ended.
enum EndedWord: CallerNumber { static let number: UInt = 0xf4ee_d0de_adf4_eed0 }

/// A strategy that counts its callers under a lock, and gives the one with a certain number another instance.
struct BrokenByCaller<B: Backend, Which: CallerNumber>: Strategy {
  private let lock: B.Lock
  private let count: B.AtomicMemory
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.lock()
    count = cell.atomicMemory()
    instance = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      let number = count.load(.relaxed) + 1
      count.store(number, .relaxed)
      if number == Which.number { return caller.make() }
      if instance.load() == nil { instance.store(caller.make()) }
      return instance.load()
    }
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    BrokenByCaller<Other, Which>.self
  }
  static var info: StrategyInfo {
    StrategyInfo(id: "broken-by-\(Which.number)", idea: "counts callers", expects: [.firstAccess: .sound])
  }
}

/// A strategy that stores a constant that looks like the name of an instance, and gives whoever finds it another instance.
struct StoresWord<B: Backend, Which: CallerNumber>: Strategy {
  private let lock: B.Lock
  private let count: B.AtomicMemory
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.lock()
    count = cell.atomicMemory()
    instance = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      switch count.load(.relaxed) {
      case 0:
        count.store(1, .relaxed)
        instance.store(caller.make())
      case 1: count.store(Which.number, .relaxed)
      case Which.number: return caller.make()
      default: break
      }
      return instance.load()
    }
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    StoresWord<Other, Which>.self
  }
  static var info: StrategyInfo {
    StrategyInfo(id: "stores-\(Which.number)", idea: "stores a word", expects: [.firstAccess: .sound])
  }
}

/// A strategy with a lock that a third thread passes while two are inside: one builds, the second waits for it.
struct BrokenByThreeInside<B: Backend>: Strategy {
  private let state: B.AtomicMemory
  private let waiting: B.AtomicMemory
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    state = cell.atomicMemory()
    waiting = cell.atomicMemory()
    instance = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if state.compareExchange(expected: 0, desired: 1, success: .acquiring, failure: .acquiring) {
      instance.store(caller.make())
      state.store(2, .releasing)
      return instance.load()
    }
    if state.load(.acquiring) == 2 { return instance.load() }
    if waiting.compareExchange(expected: 0, desired: 1, success: .acquiring, failure: .acquiring) {
      state.wait(until: 2, .acquiring)
      return instance.load()
    }
    return state.load(.acquiring) == 2 ? instance.load() : caller.make()
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    BrokenByThreeInside<Other>.self
  }
  static var info: StrategyInfo {
    StrategyInfo(id: "broken-by-three", idea: "two may wait", expects: [.firstAccess: .sound])
  }
}

/// A strategy that publishes an instance only if its address is greater than another one's.
struct OrdersInstances<B: Backend>: Strategy {
  private let lock: B.Lock
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      let built = caller.make()
      guard let found = instance.load() else {
        instance.store(built)
        return built
      }
      if built.word < found.word { _ = instance.load() }
      return found
    }
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    OrdersInstances<Other>.self
  }
  static var info: StrategyInfo {
    StrategyInfo(id: "orders-instances", idea: "compares addresses", expects: [.firstAccess: .sound])
  }
}

/// A strategy that gives up its promise if there are many callers.
struct CountsCallers<B: Backend>: Strategy {
  private let lock: B.Lock
  private let instance: Variable<B>
  private let perCaller: VariablePerCaller<B>

  init(_ cell: inout B.Cell) {
    lock = cell.lock()
    instance = cell.variable()
    perCaller = cell.variablePerCaller()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if perCaller.count > 20 { return caller.make() }
    return lock.whileHeld {
      if instance.load() == nil { instance.store(caller.make()) }
      return instance.load()
    }
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    CountsCallers<Other>.self
  }
  static var info: StrategyInfo {
    StrategyInfo(id: "counts-callers", idea: "asks how many there are", expects: [.firstAccess: .sound])
  }
}

/// A strategy that waits in a loop that the model does not know as a wait.
struct SpinsByHand<B: Backend>: Strategy {
  private let state: B.AtomicMemory
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    state = cell.atomicMemory()
    instance = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if state.compareExchange(expected: 0, desired: 1, success: .acquiring, failure: .acquiring) {
      instance.store(caller.make())
      state.store(2, .releasing)
    }
    while state.load(.acquiring) != 2 {}
    return instance.load()
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { SpinsByHand<Other>.self }
  static var info: StrategyInfo {
    StrategyInfo(id: "spins-by-hand", idea: "spins", expects: [.firstAccess: .sound])
  }
}

/// A strategy of which two threads each raise a flag and look at the other's. Under sequential consistency, one of them
/// at least finds the other's flag raised; if both do, the second one lets the first one build.
struct RaisesFlags<B: Backend>: Strategy {
  private let claims: PerClass<B.AtomicMemory>
  private let flags: PerClass<B.AtomicMemory>
  private let secondBuilds: B.AtomicMemory
  private let secondHasDecided: B.AtomicMemory
  private let done: B.AtomicMemory
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    claims = PerClass(parent: cell.atomicMemory(), child: cell.atomicMemory())
    flags = PerClass(parent: cell.atomicMemory(), child: cell.atomicMemory())
    secondBuilds = cell.atomicMemory()
    secondHasDecided = cell.atomicMemory()
    done = cell.atomicMemory()
    instance = cell.variable()
  }

  private func claim(_ side: InstanceClass) -> Bool {
    claims[side].compareExchange(expected: 0, desired: 1, success: .acquiring, failure: .acquiring)
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if claim(.parent) {
      flags.parent.store(1, .sequentiallyConsistent)
      if flags.child.load(.acquiring) == 0 { return build(caller) }
      secondHasDecided.wait(until: 1, .acquiring)
      if secondBuilds.load(.acquiring) == 0 { return build(caller) }
    } else if claim(.child) {
      flags.child.store(1, .sequentiallyConsistent)
      let isFirst = flags.parent.load(.acquiring) == 0
      if isFirst { secondBuilds.store(1, .releasing) }
      secondHasDecided.store(1, .releasing)
      if isFirst { return build(caller) }
    }
    done.wait(until: 1, .acquiring)
    return instance.load()
  }

  private func build(_ caller: B.Caller) -> B.Instance? {
    let built = caller.make()
    instance.store(built)
    done.store(1, .releasing)
    return built
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { RaisesFlags<Other>.self }
  static var info: StrategyInfo {
    StrategyInfo(id: "raises-flags", idea: "store, then load the other's", expects: [.firstAccess: .sound])
  }
}
