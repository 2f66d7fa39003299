import Core
package import StrategyKit

/// Idea: one token for the allocation, another for the accessor, which initializes; copies answer self.
///
/// What can go wrong: the plain initializer is open: whoever allocates and initializes runs it a second time.
///
/// What we expect: sound for the accessor and for copies; initialized again by whoever constructs.
///
/// Source: 002, first form.
package struct OnceTwoTokens<B: Backend>: Strategy {
  private let allocation: B.OnceToken
  private let accessor: B.OnceToken
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    allocation = cell.onceToken()
    accessor = cell.onceToken()
    instance = cell.variable()
  }

  private func allocate(_ caller: B.Caller) -> B.Instance? {
    allocation.run {
      instance.store(caller.allocate())
    }
    return instance.load()
  }

  package func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = allocate(caller) else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    accessor.run(with: (self, caller)) { strategy, caller in
      strategy.instance.store(strategy.construct(caller))
    }
    return instance.load()
  }

  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }
}

extension OnceTwoTokens {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { OnceTwoTokens<Other>.self }

  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "once-two-tokens",
      idea: "a token for the allocation, another for the accessor; the plain initializer is open",
      risk: "allocate and initialize runs the initializer a second time",
      source: "002, first form",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .copy: .sound,
        .reentrant: .trap,
      ])
  }
}
