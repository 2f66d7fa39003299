import Outcomes

/// Idea: as semaphore-guarded, with retain and release that do nothing, so that nobody can end the instance's life.
///
/// What can go wrong: the same as there.
///
/// What we expect: sound on x86-64, releases too many included.
///
/// Source: 000 V5 under manual reference counting.
package struct SemaphoreImmortal<W: World>: Strategy {
  private let base: SemaphoreGuarded<W>

  package init(_ cell: inout W.Cell) {
    base = SemaphoreGuarded(&cell)
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? { base.shared(caller) }
  package func construct(_ caller: W.Caller) -> W.Instance? { base.construct(caller) }
  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { original }
  package func retain(_ instance: W.Instance, _ caller: W.Caller) {}
  package func release(_ instance: W.Instance, _ caller: W.Caller) {}
}

extension SemaphoreImmortal {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { SemaphoreImmortal<V>.self }

  package static var traits: Traits { [.mutableCopies] }

  package static var card: Card {
    Card(
      id: "semaphore-immortal",
      idea: "semaphore-guarded with retain and release that do nothing",
      risk: "the unlocked read races with the store; re-entry waits until the limit",
      source: "000 V5 under MRC",
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .sound(onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .trap,
        .overRelease: .sound(onWeakMemory: [.race, .halfBuilt]),
      ])
  }
}
