import Outcomes

/// Idea: as once-token-alloc, with retain, release and autorelease overridden to do nothing.
///
/// What can go wrong: a caller who allocates and then initialises runs the initialiser on the finished instance.
///
/// What we expect: nobody can end its life; initialised again by whoever constructs.
///
/// Source: 001 §4, on a once token that works.
package struct RetainCountOverridden<W: World>: Strategy {
  private let base: OnceTokenAlloc<W>

  package init(_ cell: inout W.Cell) {
    base = OnceTokenAlloc(&cell)
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? { base.shared(caller) }
  package func construct(_ caller: W.Caller) -> W.Instance? { base.construct(caller) }
  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { base.copy(original, caller) }
  package func retain(_ instance: W.Instance, _ caller: W.Caller) {}
  package func release(_ instance: W.Instance, _ caller: W.Caller) {}
}

extension RetainCountOverridden {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { RetainCountOverridden<V>.self }

  package static var card: Card {
    Card(
      id: "retain-count-overridden",
      idea: "once-token-alloc with retain, release and autorelease that do nothing",
      risk: "allocate and initialise runs the initialiser on the finished instance",
      source: "001 §4, on a working once token",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .reentrant: .trap,
        .overRelease: .sound,
      ])
  }
}
