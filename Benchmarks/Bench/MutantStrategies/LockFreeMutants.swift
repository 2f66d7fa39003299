import SingletonCore
import SingletonStrategyKit

/// `compare-exchange`: looks, builds, and publishes the first of several instances; a spare one is released.
struct Exchanging<B: Backend, C: ExchangeChange>: Mutant {
  let instance: AtomicVariable<B>

  init(_ cell: inout B.Cell) { instance = cell.atomicVariable() }

  @inline(__always)
  func shared(_ caller: B.Caller) -> B.Instance? {
    if C.looks, let found = instance.load(.acquiring) { return found }
    return C.publish(self, caller.make(), caller)
  }

  static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { Exchanging<O, C>.self }
  static var traits: Traits { [.endsLives] }
  static var mutation: Mutation { C.mutation }
}

protocol ExchangeChange: Change {
  static var looks: Bool { get }
  static var success: UpdateOrdering { get }
  static var failure: LoadOrdering { get }
  static func publish<B>(_ its: Exchanging<B, Self>, _ built: B.Instance, _ caller: B.Caller) -> B.Instance
}

extension ExchangeChange {
  static var looks: Bool { true }
  static var success: UpdateOrdering { .releasing }
  static var failure: LoadOrdering { .acquiring }

  static func publish<B>(_ its: Exchanging<B, Self>, _ built: B.Instance, _ caller: B.Caller) -> B.Instance {
    let published = its.instance.publish(built, success: success, failure: failure)
    if published != built { caller.release(built) }
    return published
  }
}

/// The instance ends as soon as no caller holds it, and the variable still points to it.
enum PublishedReleased: ExchangeChange {
  static let mutation = Mutation(
    "published-released", of: "compare-exchange", "releases the published instance, not the spare one",
    expects: [.reacquire: .defect(.usedAfterDestroy, may: [.liveMax])])

  static func publish<B>(_ its: Exchanging<B, Self>, _ built: B.Instance, _ caller: B.Caller) -> B.Instance {
    let published = its.instance.publish(built, success: .releasing, failure: .acquiring)
    if published != built { caller.release(published) }
    return published
  }
}

enum RelaxedSuccess: ExchangeChange {
  static let mutation = Mutation(
    "relaxed-success", of: "compare-exchange", "publishes by a relaxed exchange", shownUnder: .arm,
    expects: [.firstAccess: Expectation(.sound, may: [.inits], onWeakMemory: [.race, .halfBuilt])])

  static var success: UpdateOrdering { .relaxed }
}

enum RelaxedFailure: ExchangeChange {
  static let mutation = Mutation(
    "relaxed-failure", of: "compare-exchange", "finds the other's instance by a relaxed load, if the exchange fails",
    shownUnder: .rc11, expects: [.firstAccess: Expectation(.sound, may: [.inits], onWeakMemory: [.race, .halfBuilt])])

  static var failure: LoadOrdering { .relaxed }
}

/// Nothing changes but the number of spare instances: the exchange finds what the look would have found.
enum LookDropped: ExchangeChange {
  static let mutation = Mutation(
    "look-dropped", of: "compare-exchange", "builds without looking first", shownUnder: nil,
    expects: [.firstAccess: .sound(may: [.inits])])

  static var looks: Bool { false }
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
      "own-returned", of: "atomic-lazy-reference", "returns what it built, even if another was published first",
      expects: [.firstAccess: .defect(.instances)])
  }
}
