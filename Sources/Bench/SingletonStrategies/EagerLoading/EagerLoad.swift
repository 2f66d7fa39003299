package import SingletonStrategyKit

@preconcurrency @testable import PlainSwift

/// Idea: The instance is built when the class is loaded, before any thread exists, and the accessor only returns it.
///
/// What can go wrong: The entry point to construction stays open. Allocation returns the one instance, and the caller's
/// initialization runs on it a second time.
///
/// What we expect: The accessor is sound, but a caller that constructs initializes the instance again.
///
/// Source: This is `tutorial: §2 load`.
package struct EagerLoad<B: Backend>: Strategy {
  private let instance: Variable<B>

  package init(_ cell: inout B.Cell) {
    instance = cell.variable()
  }

  package func prepare(_ caller: B.Caller) {
    let built = construct(caller)
    instance.store(built)
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) -> B.Instance? { instance.load() }

  /// Allocates and initializes without a lock, because the variable is never `nil` once threads exist.
  package func construct(_ caller: B.Caller) -> B.Instance? {
    if instance.load() == nil {
      instance.store(caller.allocate())
    }
    guard let allocated = instance.load() else { return nil }
    caller.initialize(allocated)
    return allocated
  }

  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { instance.load() }
}

extension EagerLoad {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { EagerLoad<O>.self }
  package static var traits: Traits { [.prepares] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "eager-load",
      idea: "built before any thread exists; the accessor only returns it",
      alsoKnownAs: ["+load", "eager", "eager initialization", "eager singleton"],
      citations: [Citation(.tutorial, "§2 load")],
      expects: [
        .firstAccess: .sound,
        .mixedConstruction: .defect(.reinits, onWeakMemory: [.race]),
        .copy: .sound,
        .reentrant: .defect(.halfBuilt, leastThreads: 1),
      ],
      plain: PlainListing(ConfigurationForm.self))
  }
}

private enum ConfigurationForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .copy]

  static func shared() -> Configuration? { Configuration.shared }
  static let prepare: (@Sendable () -> Void)? = Configuration.bootstrap
  static func copy(_ original: Configuration) -> Configuration? { original.copy() }
}
