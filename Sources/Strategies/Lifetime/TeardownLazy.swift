import Outcomes

/// Idea: build when first asked for, and a teardown that clears the variable, so that the next user gets a new
/// instance.
///
/// What can go wrong: everything that unsynchronised lazy building does; and the old instance lives on with whoever
/// holds it, or comes back to life when old work asks after the teardown.
///
/// What we expect: more than one instance, and two alive at one time.
///
/// Source: 004, `tearDown`.
package struct TeardownLazy<W: World>: Strategy {
  private let instance: Variable<W>

  package init(_ cell: inout W.Cell) {
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    if instance.load() == nil {
      instance.store(caller.make())
    }
    return instance.load()
  }

  package func tearDown(_ caller: W.Caller) {
    guard let old = instance.load() else { return }
    instance.store(nil)
    caller.release(old)
  }
}

extension TeardownLazy {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { TeardownLazy<V>.self }

  package static var card: Card {
    Card(
      id: "teardown-lazy",
      idea: "unsynchronized-lazy with a teardown that clears the variable",
      risk: "holders keep the old instance; old work brings a new one to life",
      source: "004, tearDown",
      expects: [
        .firstAccess: .defect(.instances, may: [.nilResults], onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .defect(.instances, onWeakMemory: [.race, .halfBuilt]),
        .teardown: .defect(.liveMax, may: [.nilResults, .usedAfterDestroy], onWeakMemory: [.race, .halfBuilt]),
        .lateUse: .defect(.instances, onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1, onWeakMemory: [.race, .halfBuilt]),
      ])
  }
}
