package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The accessor builds the instance when it is first called, and keeps it in a variable.
///
/// What can go wrong: Two threads can find the variable empty before either of them has filled it, and then each builds
/// an instance.
///
/// What we expect: There is more than one instance, which a native run shows within a fraction of a second.
///
/// Source: `tutorial` and `abuse` both start from this form.
package struct UnsynchronizedLazy<B: Backend>: Strategy {
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
}

extension UnsynchronizedLazy {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { UnsynchronizedLazy<O>.self }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "unsynchronized-lazy",
      idea: "if the variable is nil, build and store; return the variable",
      alsoKnownAs: ["if instance == nil", "check then act", "lazy initialization", "lazy singleton"],
      citations: [Citation(.tutorial, "§1 first listing"), Citation(.abuse, "prose")],
      expects: [
        .firstAccess: .defect(.instances, onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .defect(.instances, onWeakMemory: [.race, .halfBuilt]),
        // The nested access builds a second instance, so `instances` is declared as well as `nestedInits`.
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1, onWeakMemory: [.race, .halfBuilt]),
      ],
      plain: PlainListing(ImageCacheForm.self))
  }
}

private enum ImageCacheForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction, .reentrant]
  static let mayCrash: String? =
    "a store releases the old object, which another thread may have read but not retained yet"

  static func shared() -> ImageCache? { ImageCache.shared }
  static func construct() -> ImageCache? { ImageCache() }
}
