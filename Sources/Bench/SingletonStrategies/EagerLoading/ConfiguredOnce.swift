package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is configured-variable with a lazy reference, which the first configuration sets for good.
///
/// What can go wrong: A second configuration is ignored, and its caller is not told. A caller that comes before the
/// first one gets nil.
///
/// What we expect: The strategy is sound: whoever configures again gets the instance that is already there.
///
/// Source: This is configured-variable, repaired with `Synchronization.AtomicLazyReference`. The scenario
/// mixed-construction configures again where other strategies construct, and late-configuration for the first time.
package struct ConfiguredOnce<B: Backend>: Strategy {
  private let reference: B.LazyReference

  package init(_ cell: inout B.Cell) {
    reference = cell.lazyReference()
  }

  package func prepare(_ caller: B.Caller) { _ = construct(caller) }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { reference.load(caller) }

  /// Configures unless that was done before, and returns the instance that is there.
  package func construct(_ caller: B.Caller) -> B.Instance? {
    if let found = reference.load(caller) { return found }
    let built = caller.make()
    let published = reference.storeIfNil(built, caller)
    if published != built { caller.release(built) }
    return published
  }
}

extension ConfiguredOnce {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { ConfiguredOnce<O>.self }
  package static var traits: Traits { [.prepares, .endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "configured-once",
      idea: "configured at the start, in a lazy reference; a second configuration is ignored",
      alsoKnownAs: ["configure once"],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .sound,
        .lateConfiguration: .defect(.nilResults),
      ],
      plain: PlainListing(ServerAddressForm.self))
  }
}

private enum ServerAddressForm: PlainForm {
  static let scenarios: [Scenario] = [.mixedConstruction, .lateConfiguration]

  static let prepare: (@Sendable () -> Void)? = { ServerAddress.configure(host: "example.com") }
  static func shared() -> ServerAddress? { ServerAddress.shared }
  static func construct() -> ServerAddress? { ServerAddress.configure(host: "test.example.com") }
}
