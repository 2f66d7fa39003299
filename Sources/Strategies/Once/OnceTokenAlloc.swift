import Outcomes

/// Idea: the accessor builds under a once token; allocation and both copies answer the accessor.
///
/// What can go wrong: a caller who allocates and then initialises runs the initialiser on the finished instance, and
/// races with those who use it.
///
/// What we expect: one instance, initialised again by whoever constructs.
///
/// Source: 003 plan 1, 000 V2 under automatic reference counting.
package struct OnceTokenAlloc<W: World>: Strategy {
  private let once: W.OnceToken
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    once = cell.onceToken()
    instance = cell.variable()
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: W.Caller) -> W.Instance? {
    once.run(with: (instance, receiver, caller)) { instance, receiver, caller in
      instance.store(caller.make(receiver))
    }
    return instance.load()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? { shared(.parent, caller) }
  package func sharedByChild(_ caller: W.Caller) -> W.Instance? { shared(.child, caller) }

  package func construct(_ caller: W.Caller) -> W.Instance? {
    guard let allocated = shared(caller) else { return nil }
    caller.initialise(allocated)
    return allocated
  }

  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { shared(caller) }
}

extension OnceTokenAlloc {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { OnceTokenAlloc<V>.self }

  package static var traits: Traits { [.mutableCopies] }

  package static var card: Card {
    Card(
      id: "once-token-alloc",
      idea: "accessor by once token; allocation and both copies answer the accessor",
      risk: "allocate and initialise runs the initialiser on the finished instance",
      source: "003 plan 1, 000 V2 under ARC",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .copy: .sound,
        .subclass: .defect(.wrongClass),
        .reentrant: .trap,
        .overRelease: .defect(.usedAfterDestroy, leastThreads: 1),
      ])
  }
}
