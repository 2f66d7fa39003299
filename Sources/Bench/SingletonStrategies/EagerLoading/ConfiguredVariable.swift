package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The start of the program configures the instance and stores it in a variable; the accessor only returns it.
///
/// What can go wrong: Nothing says who configures, and when. A second configuration replaces the instance that others
/// hold, without any synchronization with those who read. A caller that comes before the first one gets nil.
///
/// What we expect: The accessor is sound if the program configures once, before there is a second thread. If another
/// thread configures again, there are two instances, and on weaker memory one can be handed out half-built.
///
/// Source: This is what many frameworks ask for: call configure at launch. The scenario mixed-construction configures
/// again where other strategies construct, and late-configuration for the first time.
package struct ConfiguredVariable<B: Backend>: Strategy {
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    instance = cell.variable()
  }

  package func prepare(_ caller: B.Caller) { _ = construct(caller) }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { instance.load() }

  /// Configures, and returns the new instance.
  package func construct(_ caller: B.Caller) -> B.Instance? {
    let built = caller.make()
    instance.store(built)
    return built
  }
}

extension ConfiguredVariable {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ConfiguredVariable<O>.self }
  package static var traits: Traits { [.prepares] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "configured-variable",
      idea: "configured at the start; a second configuration replaces it",
      alsoKnownAs: ["configure", "configure at launch"],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.instances, onWeakMemory: [.race, .halfBuilt]),
        .lateConfiguration: .defect(.nilResults, onWeakMemory: [.race, .halfBuilt]),
      ],
      plain: PlainListing(FeatureFlagsForm.self))
  }
}

private enum FeatureFlagsForm: PlainForm {
  static let scenarios: [Scenario] = [.mixedConstruction, .lateConfiguration]
  static let mayCrash: String? = "the second store releases an instance that a reader may be about to retain"

  static let prepare: (@Sendable () -> Void)? = { FeatureFlags.configure(["search"]) }
  static func shared() -> FeatureFlags? { FeatureFlags.shared }
  static func construct() -> FeatureFlags? { FeatureFlags.configure(["search", "share"]) }
}
