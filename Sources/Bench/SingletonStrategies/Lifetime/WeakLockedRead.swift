package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is weak, repaired: every access to the weak variable holds the lock, and the result of a single strong
/// load is kept.
///
/// What can go wrong: Nil is never handed out. But an instance whose last reference is gone is still in its deinit when
/// the next one is made, and no lock around the variable can change that.
///
/// What we expect: The strategy is sound while callers hold the instance. With callers that release it, two instances
/// are alive at the same time.
///
/// Source: This is `macro: V5 weak`, repaired.
package struct WeakLockedRead<B: Backend>: Strategy {
  private let lock: LimitedSemaphore<B>
  private let instance: GuardedWeakInstance<B>

  package init(_ cell: inout B.Cell) {
    lock = cell.limitedSemaphore()
    instance = GuardedWeakInstance(&cell)
  }

  /// Returns the instance that a strong load finds, or builds one.
  ///
  /// The load is also the test: it retains the instance, which therefore cannot end before it is returned. A new
  /// instance is retained for the thread that builds it.
  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    lock.whileHeld(caller) {
      instance.variable.load(caller) ?? instance.build(caller)
    }
  }

  /// Does nothing: the instance ends with its last reference, and there is no other end.
  package func tearDown(_ caller: B.Caller) {}

  package func construct(_ caller: B.Caller) -> B.Instance? {
    guard let allocated = shared(caller) else { return nil }
    instance.initialize(allocated, caller)
    return allocated
  }

  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }
}

extension WeakLockedRead {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { WeakLockedRead<O>.self }
  package static var traits: Traits { [.returnsRetained, .endsLives, .mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "weak-locked-read",
      idea: "every weak access under a lock, with one strong load",
      alsoKnownAs: ["weak var"],
      citations: [Citation(.macro, "V5 weak")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .sound,
        .copy: .sound,
        .reacquire: .defect(.liveMax),
        .reconstruct: .sound,
        .reentrant: .trap,
      ],
      plain: PlainListing(VideoSessionForm.self),
      relatedFiles: ["SingletonStrategies/GuardedWeakInstance.swift", "SingletonStrategies/LimitedSemaphore.swift"])
  }
}

private enum VideoSessionForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .reacquire]

  static func shared() -> VideoSession? { VideoSession.shared }
}
