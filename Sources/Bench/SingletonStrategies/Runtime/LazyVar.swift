import SingletonStrategyKit

@testable import PlainSwift

/// Idea: Several threads share an object that has a `lazy var`.
///
/// What can go wrong: The property is an optional that is tested and stored without any lock, so two threads can both
/// build an instance. Their stores to one strong reference can free an object that is in use.
///
/// What we expect: There is more than one instance, and the process may crash.
///
/// Source: This is Swift's own lazy property. Its references are real, so each trial has its own process.
enum LazyVar: ListedStrategy {
  static func shared() -> Geocoder? { AppServices.shared.geocoder }
}

extension LazyVar {
  static var info: StrategyInfo {
    StrategyInfo(
      id: "lazy-var",
      idea: "a lazy var of a shared object, under real reference counting",
      expects: [
        // A crash may also be detected before it happens, as a use after destruction.
        .firstAccess: .defect(.instances, may: [.crash, .usedAfterDestroy]),
        // A crash may also be detected before it happens, as a use after destruction.
        .reentrant: .defect(.nestedInits, .instances, may: [.crash, .usedAfterDestroy], leastThreads: 1),
      ])
  }
}
