import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is static-let with an initializer that can fail: the constant is an optional.
///
/// What can go wrong: The first access decides for good. If the initializer fails once, the constant stays nil, even if
/// it would succeed a moment later.
///
/// What we expect: The accessor is sound. If the initializer fails once, every later caller gets nil.
///
/// Source: This is Swift's own constant; a model would need a substitute for it. It exists once per process, so each
/// trial has its own process.
enum StaticLetFailable: ListedStrategy {
  static func shared() -> VaultKey? { VaultKey.shared }

  static func shared(failingBy failure: Scenario.InitializerFailure) -> VaultKey? {
    VaultKey.isDeviceLocked = true
    defer { VaultKey.isDeviceLocked = false }
    return VaultKey.shared
  }
}

extension StaticLetFailable {
  static var info: StrategyInfo {
    StrategyInfo(
      id: "static-let-failable",
      idea: "a static let whose initializer can return nil",
      alsoKnownAs: ["failable initializer", "optional static let"],
      expects: [
        .firstAccess: .sound,
        .failing: .defect(.nilResults, leastThreads: 1),
      ])
  }
}
