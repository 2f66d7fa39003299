package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: A child of a semaphore-guarded class has no guard and uses the parent's accessor.
///
/// What can go wrong: If the accessor is first called on the parent, the child gets the parent's instance. If it is
/// first called on the child, the child's instance is stored for all callers, and its custom part never runs, because
/// its class is not the guarded one. A caller that constructs a child gets a new one each time, whose custom part never
/// runs either.
///
/// What we expect: Callers get instances of the wrong class, and instances that stay half-built forever.
///
/// Source: This is `macro: V5 bare child`: a child without its own macro. The document prints a warning.
package struct SemaphoreGuardedInherited<B: Backend>: Strategy {
  private let base: SemaphoreGuarded<B>

  package init(_ cell: inout B.Cell) {
    base = SemaphoreGuarded(&cell)
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try base.shared(.parent, caller) }
  package func sharedByChild(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try base.shared(.child, caller) }
  package func constructChild(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try base.constructChild(caller) }
}

extension SemaphoreGuardedInherited {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SemaphoreGuardedInherited<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "semaphore-guarded-inherited",
      idea: "a child without its own guard calls the parent's accessor",
      citations: [Citation(.macro, "V5 bare child")],
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .subclass: .defect(.wrongClass, .halfBuilt, onWeakMemory: [.race]),
        .subclassConstruction: .defect(.instances, .halfBuilt, onWeakMemory: [.race]),
        .reentrant: .trap,
      ],
      plain: PlainListing(PainterForm.self),
      relatedFiles: ["SingletonStrategies/SemaphoreGuarded.swift", "SingletonStrategies/LimitedSemaphore.swift"])
  }
}

private enum PainterForm: PlainForm {
  typealias Child = WatercolorPainter
  static let scenarios: [Scenario] = [.firstAccess, .subclass]

  static func shared() -> Painter? { Painter.shared }
  static func sharedByChild() -> AnyObject? { WatercolorPainter.shared }
}
