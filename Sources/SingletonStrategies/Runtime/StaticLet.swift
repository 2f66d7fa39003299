package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is Swift's own singleton: a `static let`, whose initializer the runtime runs once, at the first access.
///
/// What can go wrong: An initializer that uses the same constant waits for itself forever. On Apple's systems it ends
/// in a trap instead.
///
/// What we expect: The accessor is sound.
///
/// Source: This is Swift's own constant; a model would need a substitute for it. It exists once per process, so each
/// trial has its own process.
package struct StaticLet: Strategy {
  package typealias B = NativeBackend

  private enum Holder {
    /// The instance, whose initializer the compiler cannot fold: it would turn a constant that it can compute into a
    /// static object without a once.
    static let shared: NativeInstance = NativeCaller.current.make()
  }

  package init(_ cell: inout NativeCell) { _ = cell.plainMemory() }

  /// Returns the constant. The call is not inlined, as if it came from another file: otherwise a loop of accesses
  /// would read the constant once, before its first turn.
  @inline(never)
  package func shared(_ caller: NativeCaller) -> NativeInstance? { Holder.shared }
}

extension StaticLet {
  package static var traits: Traits { [.oneTrialPerProcess] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "static-let",
      idea: "Swift's own static let; one trial is one process",
      risk: "an initializer that uses itself waits forever",
      alsoKnownAs: ["static let shared", "swift_once", "static constant", "lazy static"],
      advisedFor: "one instance in the whole process",
      expects: [
        .firstAccess: .sound,
        .reentrant: .reentry(of: .staticLet),
      ],
      plain: PlainListing(AnalyticsForm.self))
  }
}

private enum AnalyticsForm: PlainForm {
  static func shared() -> Analytics? { Analytics.shared }
}
