import Core
package import StrategyKit

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
package struct Weak<B: Backend>: Strategy {
  private let lock: LimitedSemaphore<B>
  private let instance: GuardedWeakInstance<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.limitedSemaphore()
    instance = GuardedWeakInstance(&cell)
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    if let strong = instance.variable.load(caller) { return strong }
    return lock.whileHeld(caller) {
      if instance.variable.isEmpty(caller) { return instance.build(caller) }
      return instance.variable.load(caller)
    }
  }

  package func tearDown(_ caller: B.Caller) {
    lock.whileHeld(caller) { instance.variable.store(nil) }
  }

  package func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = shared(caller) else { return nil }
    instance.initialize(allocated, caller)
    return allocated
  }

  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }
}

extension Weak {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { Weak<Other>.self }

  package static var traits: Traits { [.returnsRetained, .endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
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
      ],
      relatedFiles: ["Strategies/GuardedWeakInstance.swift", "Strategies/LimitedSemaphore.swift"])
  }
}
