import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The accessor runs `if instance == nil { instance = MapRenderer() }` on a class variable, as people write it.
///
/// What can go wrong: Everything that goes wrong in unsynchronized-lazy goes wrong here. In addition, each store
/// releases what the variable held, so a thread may return an object that another thread has just freed.
///
/// What we expect: There is more than one instance, and the process may crash.
///
/// Source: This is the accessor of `abuse: tearDown` under Swift's reference counting. Each trial has its own process.
enum ArcLazy: ListedStrategy {
  static func shared() -> MapRenderer? { MapRenderer.shared }
}

extension ArcLazy {
  static var info: StrategyInfo {
    StrategyInfo(
      id: "arc-lazy",
      idea: "if instance == nil { instance = Thing() } on a real strong class variable",
      citations: [Citation(.abuse, "tearDown")],
      expects: [
        // A crash may also be detected before it happens, as a use after destruction.
        .firstAccess: .defect(.instances, may: [.crash, .usedAfterDestroy]),
        // A crash may also be detected before it happens, as a use after destruction.
        .reentrant: .defect(.nestedInits, .instances, may: [.crash, .usedAfterDestroy], leastThreads: 1),
      ])
  }
}
