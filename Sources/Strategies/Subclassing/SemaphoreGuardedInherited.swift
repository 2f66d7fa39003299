import Core
package import StrategyKit

/// Idea: a child of a semaphore-guarded class that has no guard of its own: it asks the parent's accessor.
///
/// What can go wrong: a child gets the parent's instance. If a child comes first, an instance of the child is built
/// and stored for everybody, and since its class is not the guarded one, the custom part of the initializer never
/// runs.
///
/// What we expect: instances of the wrong class, and half-built ones for ever.
///
/// Source: 000 V5, a child without its own macro; the document prints a warning.
package struct SemaphoreGuardedInherited<B: Backend>: Strategy {
  private let base: SemaphoreGuarded<B>

  package init(_ cell: inout B.Cell) {
    base = SemaphoreGuarded(&cell)
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { base.shared(.parent, caller) }
  package func sharedByChild(_ caller: B.Caller) -> B.Instance? { base.shared(.child, caller) }
}

extension SemaphoreGuardedInherited {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? {
    SemaphoreGuardedInherited<Other>.self
  }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "semaphore-guarded-inherited",
      idea: "a child without a guard of its own asks the parent's accessor",
      risk: "the child gets the parent's instance, or builds one that nobody ever initializes",
      source: "000 V5, a child without its own macro",
      expects: [
        .subclass: .defect(.wrongClass, .halfBuilt, onWeakMemory: [.race]),
        .reentrant: .trap,
      ],
      relatedFiles: ["Strategies/SemaphoreGuarded.swift", "Strategies/LimitedSemaphore.swift"])
  }
}
