import Outcomes

/// Idea: accessor, token and variable are inherited, and the class that was asked is built.
///
/// What can go wrong: whoever comes first decides, for parent and siblings alike.
///
/// What we expect: sound for the parent alone; with a child instances of the wrong class, in both directions.
///
/// Source: 000 V2 with a child; 001 §5, a base class for all singletons.
package struct InheritedOnce<W: World>: Strategy {
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
}

extension InheritedOnce {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { InheritedOnce<V>.self }

  package static var card: Card {
    Card(
      id: "inherited-once",
      idea: "accessor, token and variable inherited; the receiver's class is built",
      risk: "whoever comes first decides the class for all",
      source: "000 V2 with a child; 001 §5",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .subclass: .defect(.wrongClass),
        .reentrant: .trap,
      ])
  }
}
