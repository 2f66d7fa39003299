import SingletonBench

/// Idea: A lock is held during the whole accessor.
///
/// What can go wrong: Every access pays for the lock.
///
/// What we expect: The accessor is sound. A caller that constructs gets a second instance.
///
/// Source: This is the usual remedy.
struct ClientMutex<B: Backend>: Strategy {
  private let lock: B.Lock
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    lock = cell.lock()
    instance = cell.variable()
  }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld {
      if instance.load() == nil {
        instance.store(caller.make())
      }
      return instance.load()
    }
  }
}

extension ClientMutex {
  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    ClientMutex<Other>.self
  }

  static var info: StrategyInfo {
    StrategyInfo(
      id: "client-mutex",
      idea: "the accessor holds a lock",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
      ])
  }
}
