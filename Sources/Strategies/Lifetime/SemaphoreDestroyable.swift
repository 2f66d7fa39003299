import Core
package import StrategyKit

/// Idea: as semaphore-guarded, with a teardown that clears the variable under the same semaphore.
///
/// What can go wrong: a caller may hold the old instance while a new one is made, and the unlocked first look may
/// return what the teardown is just releasing.
///
/// What we expect: sound as long as nobody tears down; then two alive at one time, and a use after the end.
///
/// Source: 000 V5, destroy.
package struct SemaphoreDestroyable<B: Backend>: Strategy {
  private let base: SemaphoreGuarded<B>

  package init(_ cell: inout B.Cell) {
    base = SemaphoreGuarded(&cell)
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { base.shared(caller) }
  package func construct(_ caller: B.Caller) -> B.Instance? { base.construct(caller) }
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }
  package func tearDown(_ caller: B.Caller) { base.clear(caller) }
}

extension SemaphoreDestroyable {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { SemaphoreDestroyable<Other>.self }

  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "semaphore-destroyable",
      idea: "semaphore-guarded with a teardown under the same semaphore",
      risk: "a new instance while the old one is held; the unlocked read returns what is gone",
      source: "000 V5, destroy",
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .sound(onWeakMemory: [.race, .halfBuilt]),
        .teardown: .defect(.liveMax, .usedAfterDestroy, onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .trap,
      ],
      relatedFiles: ["Strategies/SemaphoreGuarded.swift", "Strategies/LimitedSemaphore.swift"])
  }
}
