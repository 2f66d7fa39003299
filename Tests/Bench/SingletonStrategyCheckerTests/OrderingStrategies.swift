import SingletonCore
import SingletonStrategyKit

/// A lazy instance behind the lock that VSync's authors begin with: test-and-test-and-set, every access sequentially
/// consistent.
///
/// Source: Oberhauser and others, VSync: push-button verification and optimization for synchronization primitives on weak
/// memory models, ASPLOS 2021.
struct TestAndSetLock<B: Backend>: Strategy {
  private let lock: B.AtomicMemory
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.atomicMemory()
    instance = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    repeat {
      lock.wait(until: 0, .sequentiallyConsistent)
    } while !lock.compareExchange(
      expected: 0, desired: 1, success: .sequentiallyConsistent, failure: .sequentiallyConsistent)
    if instance.load() == nil { instance.store(caller.make()) }
    let found = instance.load()
    lock.store(0, .sequentiallyConsistent)
    return found
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    TestAndSetLock<Other>.self
  }
  static var info: StrategyInfo {
    StrategyInfo(id: "test-and-set-lock", idea: "a lock written by hand", expects: [.firstAccess: .sound])
  }
}

/// A lazy instance that two flags announce, so that either flag's orders suffice. Neither load nor store acquires or
/// releases as written.
struct TwoFlags<B: Backend>: Strategy {
  private let lock: B.Lock
  private let first: B.AtomicMemory
  private let second: B.AtomicMemory
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.lock()
    first = cell.atomicMemory()
    second = cell.atomicMemory()
    instance = cell.variable()
  }

  func shared(_ caller: B.Caller) -> B.Instance? {
    if first.load(.relaxed) == 1 {
      if second.load(.relaxed) == 1 { return instance.load() }
    }
    return lock.whileHeld {
      if instance.load() == nil { instance.store(caller.make()) }
      first.store(1, .relaxed)
      second.store(1, .relaxed)
      return instance.load()
    }
  }

  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { TwoFlags<Other>.self }
  static var info: StrategyInfo {
    StrategyInfo(id: "two-flags", idea: "two flags say that it is there", expects: [.firstAccess: .sound])
  }
}
