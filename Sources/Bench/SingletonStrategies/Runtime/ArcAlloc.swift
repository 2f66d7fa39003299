import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is unsynchronized-alloc on a real strong class variable: the accessor is the class's only constructor, and
/// every caller sets up what it gets.
///
/// What can go wrong: Everything that goes wrong in unsynchronized-alloc goes wrong here. In addition, each store
/// releases what the variable held, so a thread may set up an object that another thread has just freed.
///
/// What we expect: There is more than one instance, and the process may crash.
///
/// Source: This is `tutorial: §1 first listing` under Swift's reference counting. Each trial has its own process.
enum ArcAlloc: ListedStrategy {
  static func shared() -> GameBoard? { GameBoard.shared }
  static func construct() -> GameBoard? { GameBoard.make() }
}

extension ArcAlloc {
  static var info: StrategyInfo {
    StrategyInfo(
      id: "arc-alloc",
      idea: "unsynchronized-alloc on a real strong class variable",
      citations: [Citation(.tutorial, "§1 first listing")],
      expects: [
        // A crash may also be detected before it happens, as a use after destruction. That every caller sets the object
        // up leaves no trace in it.
        .firstAccess: .defect(.instances, may: [.crash, .usedAfterDestroy]),
        .mixedConstruction: .defect(.instances, may: [.crash, .usedAfterDestroy]),
      ])
  }
}
