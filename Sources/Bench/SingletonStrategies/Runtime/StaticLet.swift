import SingletonStrategyKit

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
enum StaticLet: ListedStrategy {
  static func shared() -> Analytics? { Analytics.shared }
}

extension StaticLet {
  static var info: StrategyInfo {
    StrategyInfo(
      id: "static-let",
      idea: "Swift's own static let; one trial is one process",
      alsoKnownAs: ["static let shared", "swift_once", "static constant", "lazy static"],
      advisedFor: "one instance in the whole process",
      expects: [
        .firstAccess: .sound,
        .reentrant: .reentry(of: .staticLet),
      ])
  }
}
