import Outcomes

/// Idea: one token for the allocation, another for the accessor, which calls a private initialiser. The public
/// initialiser refuses, and so does the accessor of a child.
///
/// What can go wrong: little: a constructing thread allocates before it is refused, and reads the variable without the
/// accessor's token.
///
/// What we expect: sound, and a refusal for everybody who constructs or inherits.
///
/// Source: 002, final form.
package struct OnceStrict<W: World>: Strategy {
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

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    accessor.run(with: (self, caller)) { strategy, caller in
      guard let allocated = strategy.allocate(caller) else { return }
      caller.initialise(allocated)
      strategy.instance.store(allocated)
    }
    return instance.load()
  }

  package func construct(_ caller: W.Caller) throws(Refusal) -> W.Instance? {
    _ = allocate(caller)
    throw Refusal()
  }

  package func sharedByChild(_ caller: W.Caller) throws(Refusal) -> W.Instance? { throw Refusal() }
  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { original }
}

extension OnceStrict {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { OnceStrict<V>.self }

  package static var traits: Traits { [.mutableCopies] }

  package static var card: Card {
    Card(
      id: "once-strict",
      idea: "two tokens and a private initialiser; the public one refuses, and so does a child's accessor",
      risk: "a refused construction has allocated already",
      source: "002, final form",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: Expectation(.sound, may: [.refused], onWeakMemory: [.race]),
        .copy: .sound,
        .subclass: .sound(may: [.refused]),
        .reentrant: .trap,
      ])
  }
}
