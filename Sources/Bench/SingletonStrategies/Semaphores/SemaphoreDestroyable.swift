package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is semaphore-guarded with a teardown that clears the variable under the same semaphore.
///
/// What can go wrong: A caller may hold the old instance while a new one is made. The unlocked first read may return an
/// instance that the teardown is just releasing.
///
/// What we expect: The strategy is sound as long as no thread tears down. After a teardown, two instances are alive at
/// the same time, and an instance is used after its end.
///
/// Source: This is `macro: V5 destroy`.
package struct SemaphoreDestroyable<B: Backend>: Strategy {
  private let base: SemaphoreGuarded<B>

  package init(_ cell: inout B.Cell) {
    base = SemaphoreGuarded(&cell)
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try base.shared(caller) }
  package func construct(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try base.construct(caller) }
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }
  package func tearDown(_ caller: B.Caller) { base.clear(caller) }
}

extension SemaphoreDestroyable {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SemaphoreDestroyable<O>.self }
  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "semaphore-destroyable",
      idea: "semaphore-guarded with a teardown under the same semaphore",
      citations: [Citation(.macro, "V5 destroy")],
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .sound(onWeakMemory: [.race, .halfBuilt]),
        .copy: .sound(onWeakMemory: [.race, .halfBuilt]),
        // The accessor makes the same memory accesses as in first-access, so weak memory shows the same defects.
        .teardown: .defect(.liveMax, .usedAfterDestroy, onWeakMemory: [.race, .halfBuilt]),
        // If the teardown comes between the two steps of a construction, the old instance is initialized again.
        .reconstruct: .defect(.liveMax, may: [.reinits, .usedAfterDestroy], onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .trap,
      ],
      plain: PlainListing(ChatConnectionForm.self),
      relatedFiles: ["SingletonStrategies/SemaphoreGuarded.swift", "SingletonStrategies/LimitedSemaphore.swift"])
  }
}

private enum ChatConnectionForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .teardown]
  static let mayCrash: String? =
    "a store releases the old object, which another thread may have read but not retained yet"

  static let differences = [
    PlainDifference(
      .teardown, .defect(.liveMax, may: [.usedAfterDestroy, .crash]),
      why: "a caller's reference keeps its connection alive, so only an unlucky retain finds it ended")
  ]
  static func shared() -> ChatConnection? { ChatConnection.shared }
  static func tearDown() { ChatConnection.destroy() }
}
