import Outcomes

/// Idea: a once token for the interception of allocation, another for the accessor.
///
/// What can go wrong: the block of the interception allocates by the ordinary way, which is intercepted: the token is
/// asked again inside its own block.
///
/// What we expect: libdispatch stops the process at the first access.
///
/// Source: 001 §3 as printed, and §4 on top of it.
package struct OnceTokenNested<W: World>: Strategy {
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
      instance.store(construct(caller))
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
    accessor.run {
      instance.store(construct(caller))
    }
    return instance.load()
  }
}

extension OnceTokenNested {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { OnceTokenNested<V>.self }

  package static var card: Card {
    Card(
      id: "once-token-nested",
      idea: "the once block of the interception allocates through the interception again",
      risk: "a once token that is asked inside its own block stops the process",
      source: "001 §3 as printed, §4",
      expects: [
        .firstAccess: .trap,
        .mixedConstruction: .trap,
        .reentrant: .trap,
      ])
  }
}
