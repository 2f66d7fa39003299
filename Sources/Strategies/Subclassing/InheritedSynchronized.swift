import Outcomes

/// Idea: the accessor under a lock, inherited by a child: the variable is the parent's, the lock is the receiving
/// class.
///
/// What can go wrong: parent and child lock different locks round the same variable, and whoever stores first decides
/// the class.
///
/// What we expect: sound for the parent alone; with a child two instances, and instances of the wrong class.
///
/// Source: 000 V2 with a child; 001 §1 and §5.
package struct InheritedSynchronized<W: World>: Strategy {
  private let locks: PerClass<W.RecursiveLock>
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    locks = PerClass(parent: cell.recursiveLock(), child: cell.recursiveLock())
    instance = cell.variable()
  }

  @inline(__always)
  private func shared(_ receiver: InstanceClass, _ caller: W.Caller) -> W.Instance? {
    locks[receiver].whileHeld(by: caller) {
      if instance.load() == nil {
        instance.store(caller.make(receiver))
      }
      return instance.load()
    }
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

extension InheritedSynchronized {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { InheritedSynchronized<V>.self }

  package static var card: Card {
    Card(
      id: "inherited-synchronized",
      idea: "the lock is the receiving class, the variable the parent's",
      risk: "a child locks another lock round the same variable",
      source: "000 V2 with a child; 001 §1, §5",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .subclass: .defect(.instances, .wrongClass, onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1),
      ])
  }
}
