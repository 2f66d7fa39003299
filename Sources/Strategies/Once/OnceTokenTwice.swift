import Outcomes

/// Idea: the interception allocates and initialises under one token; the accessor allocates (intercepted) and
/// initialises under another.
///
/// What can go wrong: the accessor initialises what the interception has initialised already.
///
/// What we expect: one instance, initialised twice in every trial.
///
/// Source: 001 §3, repaired so that it runs.
package struct OnceTokenTwice<W: World>: Strategy {
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
      instance.store(caller.make())
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

  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { instance.load() }
}

extension OnceTokenTwice {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { OnceTokenTwice<V>.self }

  package static var card: Card {
    Card(
      id: "once-token-twice",
      idea: "one token allocates and initialises, another for the accessor does so again",
      risk: "the accessor initialises a finished instance, every time",
      source: "001 §3, repaired",
      expects: [
        .firstAccess: .defect(.reinits, leastThreads: 1),
        .mixedConstruction: .defect(.reinits, leastThreads: 1, onWeakMemory: [.race]),
        .copy: .defect(.reinits, leastThreads: 1),
        .reentrant: .trap,
      ])
  }
}
