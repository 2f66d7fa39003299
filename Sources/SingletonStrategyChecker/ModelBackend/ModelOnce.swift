import SingletonModelChecker
package import SingletonStrategyKit

/// The once token of libdispatch, with its implementation: 0 if not begun, 1 if running, 2 if done; a load of the token
/// precedes the exchange. Re-entry from its own block stops the process.
package struct ModelOnceToken: OneTimeToken {
  let state: OnceState

  package func _run<Context, Result>(
    with context: Context, at site: SourceLine, _ body: (Context) -> Result
  ) -> Result? {
    state.caller.requireNotHeld(state.location)
    return state.run(at: site) { body(context) }
  }
}

/// The once token of `pthread_once`.
package struct ModelPthreadOnce: OneTimeToken {
  let state: OnceState

  package func _run<Context, Result>(
    with context: Context, at site: SourceLine, _ body: (Context) -> Result
  ) -> Result? {
    if ReentrantPrimitive.pthreadOnce.ending() == .stopsProcess { state.caller.requireNotHeld(state.location) }
    return state.run(at: site) { body(context) }
  }
}

struct OnceState: Sendable {
  let location: Int
  let caller: ModelCaller

  func run<Result>(at site: SourceLine, _ body: () -> Result) -> Result? {
    let found = caller.perform(.load(location, .acquire, sourceLine: site.word, tag: StepKind.onceLook.rawValue))
    guard found != done else { return nil }
    let original = caller.perform(
      .compareExchange(
        location, expected: 0, desired: running, .acquire, failure: .acquire, sourceLine: site.word,
        tag: StepKind.onceBegin.rawValue))
    guard original == 0 else {
      wait(original, at: site)
      return nil
    }
    caller.hold(location, true)
    let result = body()
    caller.hold(location, false)
    caller.perform(.store(location, done, .release, sourceLine: site.word, tag: StepKind.onceEnd.rawValue))
    return result
  }

  private func wait(_ found: UInt, at site: SourceLine) {
    guard found != done else { return }
    let look = Operation.load(location, .acquire, sourceLine: site.word, tag: StepKind.onceWait.rawValue)
    caller.perform(look.waiting(until: .equal, done))
  }

  private var running: UInt { 1 }
  private var done: UInt { 2 }
}

/// An `AtomicLazyReference`: one word that is published once.
package struct ModelLazyReference: PublishOnceReference {
  let location: Int

  package func _load(_ caller: ModelCaller, at site: SourceLine) -> ModelInstance? {
    ModelInstance(
      word: caller.perform(.load(location, .acquire, sourceLine: site.word, tag: StepKind.lazyReferenceLoad.rawValue)))
  }

  package func _storeIfNil(_ instance: ModelInstance, _ caller: ModelCaller, at site: SourceLine) -> ModelInstance {
    let original = caller.perform(
      .compareExchange(
        location, expected: 0, desired: instance.word, .acquireRelease, failure: .acquire, sourceLine: site.word,
        tag: StepKind.lazyReferenceStore.rawValue))
    return ModelInstance(word: original) ?? instance
  }
}
