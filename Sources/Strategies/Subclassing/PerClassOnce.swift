import Outcomes

/// Idea: a token and a variable for each class, and allocation intercepted only for exactly the class that is asked.
///
/// What can go wrong: allocating answers the finished instance, and the caller's initialisation then runs on it.
///
/// What we expect: one instance a class; initialised again by whoever constructs.
///
/// Source: 000 V3, with that very finding.
package struct PerClassOnce<W: World>: Strategy {
  private let onces: PerClass<W.OnceToken>
  private let instances: PerClass<Variable<W>>

  package init(_ cell: inout W.Cell) {
    onces = PerClass(parent: cell.onceToken(), child: cell.onceToken())
    instances = PerClass(parent: cell.variable(), child: cell.variable())
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: W.Caller) -> W.Instance? {
    onces[receiver].run(with: (instances[receiver], receiver, caller)) { instance, receiver, caller in
      instance.store(caller.make(receiver))
    }
    return instances[receiver].load()
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

extension PerClassOnce {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { PerClassOnce<V>.self }

  package static var card: Card {
    Card(
      id: "per-class-once",
      idea: "a variable and a token a class; allocation intercepted only for exactly this class",
      risk: "allocate and initialise runs the initialiser on the finished instance",
      source: "000 V3",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .subclass: .sound,
        .reentrant: .trap,
      ])
  }
}
