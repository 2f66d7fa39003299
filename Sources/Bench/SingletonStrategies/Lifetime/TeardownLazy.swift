package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The accessor builds the instance when it is first called. A teardown clears the variable, so that the next
/// caller gets a new instance.
///
/// What can go wrong: Everything that goes wrong in unsynchronized-lazy goes wrong here. The old instance also lives on
/// with the callers that hold it, and old work that calls the accessor after the teardown brings a new one to life.
///
/// What we expect: There is more than one instance, and two are alive at the same time.
///
/// Source: This is `abuse: tearDown`.
package struct TeardownLazy<B: Backend>: Strategy {
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    instance = cell.variable()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      instance.store(caller.make())
    }
    return instance.load()
  }

  package func tearDown(_ caller: B.Caller) {
    guard let old = instance.load() else { return }
    instance.store(nil)
    caller.release(old)
  }
}

extension TeardownLazy {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { TeardownLazy<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "teardown-lazy",
      idea: "unsynchronized-lazy with a teardown that clears the variable",
      alsoKnownAs: ["tear down", "reset", "set to nil"],
      citations: [Citation(.abuse, "tearDown")],
      expects: [
        // Until it is torn down, this strategy is unsynchronized-lazy.
        .firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .defect(.instances, onWeakMemory: [.race, .halfBuilt]),
        .teardown: .defect(.liveMax, may: [.nilResults, .usedAfterDestroy], onWeakMemory: [.race, .halfBuilt]),
        .reconstruct: .defect(.liveMax),
        .lateUse: .defect(.instances, onWeakMemory: [.race, .halfBuilt]),
        // The nested access builds a second instance, so `instances` is declared as well as `nestedInits`.
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1, onWeakMemory: [.race, .halfBuilt]),
      ],
      plain: PlainListing(UploadQueueForm.self))
  }
}

private enum UploadQueueForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction, .teardown, .lateUse]
  static let mayCrash: String? =
    "a store releases the old object, which another thread may have read but not retained yet"

  static func shared() -> UploadQueue? { UploadQueue.shared }
  static func construct() -> UploadQueue? { UploadQueue() }
  static func tearDown() { UploadQueue.tearDown() }
}
