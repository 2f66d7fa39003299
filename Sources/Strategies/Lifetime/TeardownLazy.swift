import Core
package import StrategyKit

/// Idea: build when first asked for, and a teardown that clears the variable, so that the next user gets a new
/// instance.
///
/// What can go wrong: everything that unsynchronized lazy building does; and the old instance lives on with whoever
/// holds it, or comes back to life when old work asks after the teardown.
///
/// What we expect: more than one instance, and two alive at one time.
///
/// Source: 004, `tearDown`.
package struct TeardownLazy<B: Backend>: Strategy {
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      instance.store(caller.make())
    }
    return instance.load()
  }

  package func tearDown(_ caller: B.Caller) {
    guard let old = instance.load() else { return }
    instance.store(nil)
    caller.release(old)
  }
}

extension TeardownLazy {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { TeardownLazy<Other>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
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
