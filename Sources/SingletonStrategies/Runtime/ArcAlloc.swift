package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is unsynchronized-alloc on a real strong class variable: allocation returns a lazily stored object, and
/// every caller initializes what it gets.
///
/// What can go wrong: Everything that goes wrong in unsynchronized-alloc goes wrong here. In addition, each store
/// releases what the variable held, so a thread may initialize an object that another thread has just freed.
///
/// What we expect: There is more than one instance, instances are initialized again, and the process may crash.
///
/// Source: This is `tutorial: §1 first listing` under Swift's reference counting. Each trial has its own process.
package struct ArcAlloc: Strategy {
  package typealias B = NativeBackend

  // Unsynchronized on purpose: the data race on the variable is the subject.
  nonisolated(unsafe) private static var instance: CountedInstance?

  package init(_ cell: inout NativeCell) { _ = cell.plainMemory() }

  private func allocate() -> CountedInstance? {
    if Self.instance == nil {
      Self.instance = CountedInstance(isInitialized: false)
    }
    return Self.instance
  }

  package func construct(_ caller: NativeCaller) -> NativeInstance? {
    guard let allocated = allocate() else { return nil }
    caller.initialize(allocated.instance)
    return caller.hold(allocated)
  }

  package func shared(_ caller: NativeCaller) -> NativeInstance? { construct(caller) }
  package func release(_ instance: NativeInstance, _ caller: NativeCaller) { caller.drop(instance) }
}

extension ArcAlloc {
  package static var traits: Traits { [.oneTrialPerProcess, .returnsRetained, .endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "arc-alloc",
      idea: "unsynchronized-alloc on a real strong class variable",
      risk: "two threads build, every caller initializes, and a store may free an object another has just read",
      citations: [Citation(.tutorial, "§1 first listing")],
      expects: [
        // A crash may also be detected before it happens, as a use after destruction.
        .firstAccess: .defect(.instances, .reinits, may: [.crash, .usedAfterDestroy]),
        .mixedConstruction: .defect(.instances, .reinits, may: [.crash, .usedAfterDestroy]),
      ],
      plain: PlainListing(GameBoardForm.self),
      relatedFiles: ["SingletonStrategyKit/CountedInstance.swift"])
  }
}

private enum GameBoardForm: PlainForm {
  static let mayCrash: String? =
    "a store releases the old object, which another thread may have read but not retained yet"

  static func shared() -> GameBoard? { GameBoard.shared }
}
