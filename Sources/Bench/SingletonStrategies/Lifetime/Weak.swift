package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is semaphore-guarded on a weak variable. The instance lives as long as a caller holds it, and is built
/// anew after that.
///
/// What can go wrong: An instance whose last reference is gone is still in its deinit when the next one is made. Under
/// the semaphore the variable is tested and then loaded again, so nil is handed out if the last holder releases in
/// between.
///
/// What we expect: The strategy is sound while callers hold the instance. With callers that release it, two instances
/// are alive at the same time, and nil is handed out.
///
/// Source: This is `macro: V5 weak`.
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
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { Weak<O>.self }
  package static var traits: Traits { [.returnsRetained, .endsLives, .mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "weak",
      idea: "semaphore-guarded on a weak variable, which is tested and then loaded again",
      alsoKnownAs: ["weak var"],
      citations: [Citation(.macro, "V5 weak")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .sound,
        .copy: .sound,
        .reacquire: .defect(.nilResults, .liveMax),
        // The interfering thread releases before it tears down, so here too the last holder may drop between test and
        // load.
        .teardown: .defect(.liveMax, may: [.nilResults]),
        // If the teardown comes between the two steps of a construction, the old instance is initialized again.
        .reconstruct: .defect(.liveMax, may: [.reinits], onWeakMemory: [.race]),
        .reentrant: .trap,
      ],
      plain: PlainListing(VoiceSessionForm.self),
      relatedFiles: ["SingletonStrategies/GuardedWeakInstance.swift", "SingletonStrategies/LimitedSemaphore.swift"])
  }
}

private enum VoiceSessionForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .reacquire, .teardown]
  static let mayCrash: String? =
    "a weak variable of Swift takes no lock, so a read outside of the semaphore can meet a write"

  static func shared() -> VoiceSession? { VoiceSession.shared }
  static func tearDown() { VoiceSession.tearDown() }
}
