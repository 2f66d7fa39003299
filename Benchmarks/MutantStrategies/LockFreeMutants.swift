import SingletonCore
import SingletonStrategyKit

// Mutants of `compare-exchange` and `atomic-lazy-reference`, which publish the first of several instances.

/// Between the look and the store, another thread stores too.
struct LookThenStore<B: Backend>: Mutant {
  private let instance: AtomicVariable<B>

  init(_ cell: inout B.Cell) { instance = cell.atomicVariable() }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    let built = caller.make()
    if let found = instance.load(.acquiring) {
      caller.release(built)
      return found
    }
    instance.store(built, .releasing)
    return built
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { LookThenStore<O>.self }
  static var traits: Traits { [.endsLives] }
  static var mutation: Mutation {
    Mutation(
      "look-then-store", of: "compare-exchange", "looks and stores, instead of comparing and exchanging in one step",
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances)])
  }
}

/// The exchange failed, and the caller does not notice.
struct OwnReturned<B: Backend>: Mutant {
  private let reference: B.LazyReference

  init(_ cell: inout B.Cell) { reference = cell.lazyReference() }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = reference.load(caller) { return found }
    let built = caller.make()
    _ = reference.storeIfNil(built, caller)
    return built
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { OwnReturned<O>.self }
  static var traits: Traits { [.endsLives] }
  static var mutation: Mutation {
    Mutation(
      "own-returned", of: "atomic-lazy-reference", "returns what it built, whoever was first",
      shownUnder: .sc, expects: [.firstAccess: .defect(.instances)])
  }
}

/// The instance ends as soon as no caller holds it, and the variable still names it.
struct PublishedReleased<B: Backend>: Mutant {
  private let instance: AtomicVariable<B>

  init(_ cell: inout B.Cell) { instance = cell.atomicVariable() }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    let built = caller.make()
    let published = instance.publish(built, success: .releasing, failure: .acquiring)
    if published != built { caller.release(published) }
    return published
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { PublishedReleased<O>.self }
  static var traits: Traits { [.endsLives] }
  static var mutation: Mutation {
    Mutation(
      "published-released", of: "compare-exchange", "releases the published instance, not the spare one",
      shownUnder: .sc, expects: [.reacquire: .defect(.usedAfterDestroy, may: [.liveMax])])
  }
}

struct RelaxedSuccess<B: Backend>: Mutant {
  private let instance: AtomicVariable<B>

  init(_ cell: inout B.Cell) { instance = cell.atomicVariable() }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    let built = caller.make()
    let published = instance.publish(built, success: .relaxed, failure: .acquiring)
    if published != built { caller.release(built) }
    return published
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { RelaxedSuccess<O>.self }
  static var traits: Traits { [.endsLives] }
  static var mutation: Mutation {
    Mutation(
      "relaxed-success", of: "compare-exchange", "publishes by a relaxed exchange",
      shownUnder: .rc11WithDependencies,
      expects: [.firstAccess: Expectation(.sound, may: [.inits], onWeakMemory: [.race, .halfBuilt])])
  }
}

struct RelaxedFailure<B: Backend>: Mutant {
  private let instance: AtomicVariable<B>

  init(_ cell: inout B.Cell) { instance = cell.atomicVariable() }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if let found = instance.load(.acquiring) { return found }
    let built = caller.make()
    let published = instance.publish(built, success: .releasing, failure: .relaxed)
    if published != built { caller.release(built) }
    return published
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { RelaxedFailure<O>.self }
  static var traits: Traits { [.endsLives] }
  static var mutation: Mutation {
    Mutation(
      "relaxed-failure", of: "compare-exchange", "finds the other's instance by a relaxed load, if the exchange fails",
      shownUnder: .rc11, expects: [.firstAccess: Expectation(.sound, may: [.inits], onWeakMemory: [.race, .halfBuilt])])
  }
}

/// Nothing changes but the number of spare instances: the exchange finds what the look would have found.
struct LookDropped<B: Backend>: Mutant {
  private let instance: AtomicVariable<B>

  init(_ cell: inout B.Cell) { instance = cell.atomicVariable() }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    let built = caller.make()
    let published = instance.publish(built, success: .releasing, failure: .acquiring)
    if published != built { caller.release(built) }
    return published
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { LookDropped<O>.self }
  static var traits: Traits { [.endsLives] }
  static var mutation: Mutation {
    Mutation(
      "look-dropped", of: "compare-exchange", "builds without looking first",
      shownUnder: nil, expects: [.firstAccess: .sound(may: [.inits])])
  }
}
