import Outcomes

/// Idea: semaphore-guarded on a weak variable: the instance lives as long as somebody holds it, and is built anew
/// after that.
///
/// What can go wrong: an instance whose last reference is gone is still in its deinit when the next is made. And under
/// the semaphore the variable is tested, then loaded again: the last holder may drop in between, and nil is handed
/// out.
///
/// What we expect: sound while callers hold; with callers that drop, two alive at one time, and nil.
///
/// Source: 000 V5 on a weak variable.
package struct Weak<W: World>: Strategy {
  private let lock: LimitedSemaphore<W>
  private let instance: GuardedWeakInstance<W>

  package init(_ cell: inout W.Cell) {
    lock = cell.limitedSemaphore()
    instance = GuardedWeakInstance(&cell)
  }

  @inline(__always)
  package func shared(_ caller: W.Caller) -> W.Instance? {
    if let strong = instance.variable.load(caller) { return strong }
    return lock.whileHeld(caller) {
      if instance.variable.isEmpty(caller) { return instance.build(caller) }
      return instance.variable.load(caller)
    }
  }

  package func tearDown(_ caller: W.Caller) {
    lock.whileHeld(caller) { instance.variable.store(nil) }
  }

  package func construct(_ caller: W.Caller) -> W.Instance? {
    guard let allocated = shared(caller) else { return nil }
    instance.initialise(allocated, caller)
    return allocated
  }

  package func copy(_ original: W.Instance, _ caller: W.Caller) -> W.Instance? { original }
}

extension Weak {
  package static func rebound<V: World>(to world: V.Type) -> (any Strategy<V>.Type)? { Weak<V>.self }

  package static var traits: Traits { [.returnsRetained, .endsLives] }

  package static var card: Card {
    Card(
      id: "weak",
      idea: "semaphore-guarded on a weak variable, which is tested and then loaded again",
      risk: "the old one's deinit is unfinished when the new one is made; the last holder drops between test and load",
      source: "000 V5 on a weak variable",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .sound,
        .reacquire: .defect(.nilResults, .liveMax, may: [.usedAfterDestroy]),
        .teardown: .defect(.liveMax, may: [.nilResults, .usedAfterDestroy]),
        .reentrant: .trap,
      ])
  }
}
