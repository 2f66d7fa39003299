import Outcomes

/// Idea: a child of a semaphore-guarded class that has no guard of its own: it asks the parent's accessor.
///
/// What can go wrong: a child gets the parent's instance. If a child comes first, an instance of the child is built
/// and stored for everybody, and since its class is not the guarded one, the custom part of the initialiser never
/// runs.
///
/// What we expect: instances of the wrong class, and half-built ones for ever.
///
/// Source: 000 V5, a child without its own macro; the document prints a warning.
package struct SemaphoreGuardedInherited<W: World>: Strategy {
  private let base: SemaphoreGuarded<W>

  package init(_ cell: inout W.Cell) {
    base = SemaphoreGuarded(&cell)
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? { base.shared(.parent, caller) }
  package func sharedByChild(_ caller: W.Caller) -> W.Instance? { base.shared(.child, caller) }
}

extension SemaphoreGuardedInherited {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? {
    SemaphoreGuardedInherited<V>.self
  }

  package static var card: Card {
    Card(
      id: "semaphore-guarded-inherited",
      idea: "a child without a guard of its own asks the parent's accessor",
      risk: "the child gets the parent's instance, or builds one that nobody ever initialises",
      source: "000 V5, a child without its own macro",
      expects: [
        .subclass: .defect(.wrongClass, .halfBuilt, onWeakMemory: [.race]),
        .reentrant: .trap,
      ])
  }
}
