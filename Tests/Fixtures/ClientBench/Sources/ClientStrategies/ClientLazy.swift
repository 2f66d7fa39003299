import SingletonBench

/// Idea: The accessor builds the instance when it is first called, and keeps it in a variable.
///
/// What can go wrong: Two threads can find the variable empty before either of them has filled it, and then each builds
/// an instance.
///
/// What we expect: There is more than one instance.
///
/// Source: This is the first form that comes to mind.
struct ClientLazy<B: Backend>: Strategy {
  private let instance: Variable<B>

  init(_ cell: inout B.Cell) {
    instance = cell.variable()
  }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      instance.store(caller.make())
    }
    return instance.load()
  }
}

extension ClientLazy {
  static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    ClientLazy<Other>.self
  }

  static var info: StrategyInfo {
    StrategyInfo(
      id: "client-lazy",
      idea: "if the variable is nil, build and store; return the variable",
      expects: [.firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt])])
  }
}
