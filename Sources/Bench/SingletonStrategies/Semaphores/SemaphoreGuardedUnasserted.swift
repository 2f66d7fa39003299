package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is semaphore-guarded in a release build, which leaves assertions out.
///
/// What can go wrong: An accessor whose wait takes too long continues without the semaphore and returns nil.
///
/// What we expect: The strategy is as sound as semaphore-guarded. If the initializer calls the accessor, that call
/// returns nil after the limit, and the outer one builds the instance.
///
/// Source: This is `macro: V5 limit`, as in release builds.
package struct SemaphoreGuardedUnasserted<B: Backend>: Strategy {
  private let base: SemaphoreGuarded<B>

  package init(_ cell: inout B.Cell) {
    base = SemaphoreGuarded(&cell, atLimit: .isLeftOut)
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try base.shared(caller) }
  package func construct(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try base.construct(caller) }
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }
}

extension SemaphoreGuardedUnasserted {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SemaphoreGuardedUnasserted<O>.self }
  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "semaphore-guarded-unasserted",
      idea: "semaphore-guarded; at its limit, the accessor returns nil",
      citations: [Citation(.macro, "V5 limit")],
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .sound(onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .defect(.nilResults, leastThreads: 1, onWeakMemory: [.race]),
      ],
      plain: PlainListing(FaxServiceForm.self),
      relatedFiles: ["SingletonStrategies/SemaphoreGuarded.swift", "SingletonStrategies/LimitedSemaphore.swift"])
  }
}

private enum FaxServiceForm: PlainForm {
  static func shared() -> FaxService? { FaxService.shared }
}
