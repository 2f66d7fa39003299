import Outcomes

/// Idea: one token for the allocation, another for the accessor, which initialises; copies answer self.
///
/// What can go wrong: the plain initialiser is open: whoever allocates and initialises runs it a second time.
///
/// What we expect: sound for the accessor and for copies; initialised again by whoever constructs.
///
/// Source: 002, first form.
package struct OnceTwoTokens<W: World>: Strategy {
  private let allocation: W.OnceToken
  private let accessor: W.OnceToken
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    allocation = cell.onceToken()
    accessor = cell.onceToken()
    instance = cell.variable()
  }

  private func allocate(_ caller: W.Caller) -> W.Instance? {
    allocation.run {
      instance.store(caller.allocate())
    }
    return instance.load()
  }

  package func construct(_ caller: W.Caller) -> W.Instance? {
    guard let allocated = allocate(caller) else { return nil }
    caller.initialise(allocated)
    return allocated
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    accessor.run(with: (self, caller)) { strategy, caller in
      strategy.instance.store(strategy.construct(caller))
    }
    return instance.load()
  }

  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { original }
}

extension OnceTwoTokens {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { OnceTwoTokens<V>.self }

  package static var traits: Traits { [.mutableCopies] }

  package static var card: Card {
    Card(
      id: "once-two-tokens",
      idea: "a token for the allocation, another for the accessor; the plain initialiser is open",
      risk: "allocate and initialise runs the initialiser a second time",
      source: "002, first form",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .copy: .sound,
        .reentrant: .trap,
      ])
  }
}
