import Outcomes

/// Idea: as semaphore-guarded, with a teardown that clears the variable under the same semaphore.
///
/// What can go wrong: a caller may hold the old instance while a new one is made, and the unlocked first look may
/// return what the teardown is just releasing.
///
/// What we expect: sound as long as nobody tears down; then two alive at one time, and a use after the end.
///
/// Source: 000 V5, destroy.
package struct SemaphoreDestroyable<W: World>: Strategy {
  private let base: SemaphoreGuarded<W>

  package init(_ cell: inout W.Cell) {
    base = SemaphoreGuarded(&cell)
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? { base.shared(caller) }
  package func construct(_ caller: W.Caller) -> W.Instance? { base.construct(caller) }
  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { original }
  package func tearDown(_ caller: W.Caller) { base.clear(caller) }
}

extension SemaphoreDestroyable {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { SemaphoreDestroyable<V>.self }

  package static var traits: Traits { [.mutableCopies] }

  package static var card: Card {
    Card(
      id: "semaphore-destroyable",
      idea: "semaphore-guarded with a teardown under the same semaphore",
      risk: "a new instance while the old one is held; the unlocked read returns what is gone",
      source: "000 V5, destroy",
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .sound(onWeakMemory: [.race, .halfBuilt]),
        .teardown: .defect(.liveMax, .usedAfterDestroy, onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .trap,
      ])
  }
}
