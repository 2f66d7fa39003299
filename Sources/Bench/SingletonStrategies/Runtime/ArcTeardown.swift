import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The accessor builds the instance when it is first called and keeps it in a class variable, which a teardown
/// sets to nil.
///
/// What can go wrong: The teardown releases an instance that another thread is about to retain. A caller that holds the
/// old instance keeps it alive alongside the new one.
///
/// What we expect: Two instances are alive at the same time, or the process crashes.
///
/// Source: This is `abuse: tearDown` under Swift's reference counting. Each trial has its own process.
enum ArcTeardown: ListedStrategy {
  static func shared() -> MusicPlayer? { MusicPlayer.shared }
  static func tearDown() { MusicPlayer.didReceiveMemoryWarning() }
}

extension ArcTeardown {
  static var info: StrategyInfo {
    StrategyInfo(
      id: "arc-teardown",
      idea: "arc-lazy with a concurrent reset to nil",
      citations: [Citation(.abuse, "tearDown")],
      expects: [
        // Until it is torn down, this strategy is arc-lazy.
        .firstAccess: .defect(.instances, may: [.crash, .usedAfterDestroy]),
        // A crash may also be detected before it happens, as one of the other defects.
        .teardown: .anyDefect(.crash, .liveMax, may: [.nilResults, .usedAfterDestroy]),
      ])
  }
}
