import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is static-let, isolated to the main actor. Code that runs elsewhere awaits the main actor to get the
/// instance.
///
/// What can go wrong: A caller that blocks the main thread while it waits for the instance waits forever. So does an
/// initializer that uses the same constant.
///
/// What we expect: The accessor is sound. It would be so without the isolation, which guards what callers do with the
/// instance.
///
/// Source: This is Swift's own constant and its main actor; a model would need a substitute for both. It exists once per
/// process, so each trial has its own process, whose main queue is served.
enum MainActorStaticLet: ListedStrategy {
  static var awaitsMainActor: Bool { true }

  static func shared() throws -> WindowManager? { try awaitingTasks(of: { await WindowManager.shared }) }
}

extension MainActorStaticLet: AwaitedPlainForm {
  static var owner: MainActor { MainActor.shared }
  static func fresh() -> MainActor { MainActor.shared }
  static func shared(of owner: MainActor) async -> WindowManager? { await WindowManager.shared }
}

extension MainActorStaticLet {
  static var info: StrategyInfo {
    StrategyInfo(
      id: "main-actor-static-let",
      idea: "a static let that is isolated to the main actor; one trial is one process",
      alsoKnownAs: ["@MainActor", "isolation"],
      expects: [.firstAccess: .sound])
  }
}
