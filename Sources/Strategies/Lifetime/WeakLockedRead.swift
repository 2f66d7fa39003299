import Core
package import StrategyKit

/// Idea: as weak, put right: every weak access under the lock, and one strong load, whose result is kept.
///
/// What can go wrong: nil is never handed out. But an instance whose last reference is gone is still in its deinit
/// when the next is made, and no lock round the variable can change that.
///
/// What we expect: sound while callers hold; with callers that drop, two alive at one time.
///
/// Source: 000 V5, repaired.
package struct WeakLockedRead<B: Backend>: Strategy {
  private let lock: LimitedSemaphore<B>
  private let instance: GuardedWeakInstance<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.limitedSemaphore()
    instance = GuardedWeakInstance(&cell)
  }

  /// The strong load is the test: what it finds is retained already, and cannot end before it is returned.
  ///
  /// What is built is retained for its maker.
  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld(caller) {
      instance.variable.load(caller) ?? instance.build(caller)
    }
  }

  package func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = shared(caller) else { return nil }
    instance.initialize(allocated, caller)
    return allocated
  }

  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }
}

extension WeakLockedRead {
  package static func rebind<Other: Backend>(to backend: Other.Type) -> (any Strategy<Other>.Type)? { WeakLockedRead<Other>.self }

  package static var traits: Traits { [.returnsRetained, .endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "weak-locked-read",
      idea: "every weak access under the lock, and one strong load",
      risk: "the old one's deinit is unfinished when the new one is made",
      source: "000 V5, repaired",
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .sound,
        .reacquire: .defect(.liveMax),
        .reentrant: .trap,
      ],
      relatedFiles: ["Strategies/GuardedWeakInstance.swift", "Strategies/LimitedSemaphore.swift"])
  }
}
