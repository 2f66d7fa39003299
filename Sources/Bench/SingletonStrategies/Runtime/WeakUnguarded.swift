import SingletonStrategyKit

@testable import PlainSwift

/// Idea: Several threads read and assign a bare `weak var`.
///
/// What can go wrong: Swift counts weak references safely, but the *variable* that holds one is as unprotected as any
/// other. A load and a store at the same time can free its side table twice.
///
/// What we expect: Two instances are alive at the same time, an instance is used after its end, or the process crashes.
///
/// Source: This is Swift's own weak variable; Objective-C's runtime locks its weak slots, and Swift's does not. Each
/// trial has its own process.
enum WeakUnguarded: ListedStrategy {
  static func shared() -> Socket? { Socket.shared }
}

extension WeakUnguarded {
  static var info: StrategyInfo {
    StrategyInfo(
      id: "weak-unguarded",
      idea: "a bare weak var, read and assigned by several threads",
      alsoKnownAs: ["weak var"],
      expects: [
        .firstAccess: .anyDefect(.instances, .crash, may: [.usedAfterDestroy]),
        .reacquire: .anyDefect(.crash, .usedAfterDestroy, .liveMax),
      ])
  }
}
