package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: Every owner has a lazy property, and takes care to build only one instance.
///
/// What can go wrong: Nothing is shared, so two owners have two instances, even without a data race.
///
/// What we expect: There is one instance per owner, and here every thread is an owner.
///
/// Source: This is where `tutorial` starts, in its introduction.
package struct LazyProperty<B: Backend>: Strategy {
  private let properties: VariablePerCaller<B>

  package init(_ cell: inout B.Cell) {
    properties = cell.variablePerCaller()
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? {
    let property = properties.of(caller)
    if property.load() == nil {
      property.store(caller.make())
    }
    return property.load()
  }
}

extension LazyProperty {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { LazyProperty<O>.self }
  package static var traits: Traits { [.livesPerOwner] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "lazy-property",
      idea: "one lazy property per owner; nothing is shared",
      alsoKnownAs: ["lazy loading", "lazy getter"],
      citations: [Citation(.tutorial, "introduction")],
      expects: [
        .firstAccess: .defect(.instances),
        .mixedConstruction: .defect(.instances),
        // The nested access builds a second instance, so `instances` is declared as well as `nestedInits`.
        .reentrant: .defect(.nestedInits, .instances, leastThreads: 1),
      ],
      plain: PlainListing(ThumbnailCacheForm.self))
  }
}

private enum ThumbnailCacheForm: PlainForm {
  static let notChecked: String? = "each thread has an owner of its own, so the threads share no memory"
  static let scenarios: [Scenario] = [.firstAccess, .mixedConstruction]

  static let prepare: (@Sendable () -> Void)? = { models = (0..<1_024).map { _ in GalleryModel() } }
  static func shared() -> ThumbnailCache? { models[callerIndex].cache }
  static func later() -> ThumbnailCache? { model.cache }
  static func construct() -> ThumbnailCache? { ThumbnailCache() }

  // Written before the threads of the trial exist. Each thread uses its own element.
  private nonisolated(unsafe) static var models: [GalleryModel] = []
  // Used only by the thread that is timed.
  private nonisolated(unsafe) static let model = GalleryModel()
}
