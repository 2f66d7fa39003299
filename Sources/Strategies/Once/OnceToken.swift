import Outcomes

/// Idea: a once token round building and storing; the accessor returns the variable.
///
/// What can go wrong: the token guards the accessor only. Who constructs or copies gets an instance of his own;
/// whoever comes first decides the class; one release too many ends the life of what the variable still names.
///
/// What we expect: sound for the accessor; each of the other doors breaks it in its own way.
///
/// Source: 000 V1, 001 §3, 003, 004: the form that everybody knows.
package struct OnceToken<W: World>: Strategy {
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
}

extension OnceToken {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { OnceToken<V>.self }

  package static var card: Card {
    Card(
      id: "once-token",
      idea: "a once token round building and storing",
      risk: "construction, copies, a child and one release too many all go past the token",
      source: "000 V1, 001 §3, 003, 004",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances),
        .copy: .defect(.instances, leastThreads: 1),
        .subclass: .defect(.wrongClass),
        .reentrant: .trap,
        .overRelease: .defect(.usedAfterDestroy, leastThreads: 1),
      ])
  }
}
