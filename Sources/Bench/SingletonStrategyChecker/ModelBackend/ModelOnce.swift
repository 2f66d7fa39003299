import SingletonModelChecker
package import SingletonStrategyKit

/// A once token as in libdispatch: 0 if not begun, 1 if running, 2 if done. A load precedes the exchange.
package struct ModelOnceToken: OneTimeToken, ModelPrimitive {
  let location: Int
  let caller: ModelCaller
  /// Whether re-entry from the token's own block stops the process. If not, the thread waits forever.
  let stopsOnReentry: Bool

  private var running: UInt { 1 }
  private var done: UInt { 2 }

  package func _run<Context, Result>(
    with context: Context, at site: SourceLine, _ body: (Context) -> Result
  ) -> Result? {
    if stopsOnReentry { caller.requireNotHeld(location) }
    guard caller.perform(.load(location, .acquire), .onceLook, at: site) != done else { return nil }
    let found = caller.perform(
      .compareExchange(location, expected: 0, desired: running, .acquire, failure: .acquire), .onceBegin, at: site)
    guard found == 0 else {
      if found != done {
        caller.perform(.load(location, .acquire).waiting(until: .equal, done), .onceWait, at: site)
      }
      return nil
    }
    caller.hold(location, true)
    let result = body(context)
    caller.hold(location, false)
    caller.perform(.store(location, done, .release), .onceEnd, at: site)
    return result
  }
}

/// An `AtomicLazyReference`: one word that is published once.
package struct ModelLazyReference: PublishOnceReference, ModelPrimitive {
  let location: Int

  package func _load(_ caller: ModelCaller, at site: SourceLine) -> ModelInstance? {
    ModelInstance(word: caller.perform(.load(location, .acquire), .lazyReferenceLoad, at: site))
  }

  package func _storeIfNil(_ instance: ModelInstance, _ caller: ModelCaller, at site: SourceLine) -> ModelInstance {
    let original = caller.perform(
      .compareExchange(location, expected: 0, desired: instance.word, .acquireRelease, failure: .acquire),
      .lazyReferenceStore, at: site)
    return ModelInstance(word: original) ?? instance
  }
}
