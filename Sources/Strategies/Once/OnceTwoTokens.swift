import Core
package import StrategyKit

/// Idea: One token protects the allocation, and another protects the accessor, which initializes. A copy returns its
/// original.
///
/// What can go wrong: The plain initializer is open, so a caller that allocates and initializes runs it a second time.
///
/// What we expect: The accessor and copies are sound, but a caller that constructs initializes the instance again.
///
/// Source: This is `strict: first form`.
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
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    OnceTwoTokens<Other>.self
  }

  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "once-two-tokens",
      idea: "a token for the allocation, another for the accessor; the plain initializer is open",
      risk: "allocating and initializing runs the initializer again",
      citations: [Citation(.strict, "first form")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .copy: .sound,
        .reentrant: .trap,
      ])
  }
}
