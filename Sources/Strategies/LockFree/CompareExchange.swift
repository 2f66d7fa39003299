import Core
package import StrategyKit

/// Idea: whoever finds nothing builds one and tries to publish it; a single compare-and-exchange decides, and the
/// losers destroy theirs.
///
/// What can go wrong: the initializer runs more than once, so it must have no effect besides its instance.
///
/// What we expect: one instance for everybody; more initializations than one.
///
/// Source: the lock-free form; `Synchronization.AtomicLazyReference` is the same ready-made.
package struct CompareExchange<B: Backend>: Strategy {
  private let instance: AtomicVariable<B>

  package init(_ cell: inout B.Cell) {
    instance = cell.atomicVariable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    let built = caller.make()
    let published = instance.publish(built, success: .releasing, failure: .acquiring)
    if published != built { caller.release(built) }
    return published
  }
}

extension CompareExchange {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { CompareExchange<Other>.self }

  package static var traits: Traits { [.endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "compare-exchange",
      idea: "build, then publish by one compare-and-exchange; the loser destroys his",
      risk: "losers have been built: the initializer runs more than once",
      expects: [
        .firstAccess: .defect(.inits),
        .mixedConstruction: .defect(.instances),
        .reentrant: .defect(.nestedInits, leastThreads: 1),
      ])
  }
}
