import Core
package import StrategyKit

/// Idea: a bare `weak var`, read and assigned by several threads.
///
/// What can go wrong: Swift counts weak references safely, but the *variable* that holds one is as unguarded as any: a
/// load and a store at the same time can free its side table twice.
///
/// What we expect: two alive at one time, nil, a use after the end, or a crash.
///
/// Source: the language; Objective-C's runtime locks its weak slots, Swift's does not. Each trial has its own process.
package struct WeakUnguarded: Strategy {
  package typealias B = NativeBackend

  // Unsynchronized on purpose: racing on it is the subject.
  nonisolated(unsafe) private static weak var shared: CountedInstance?

  package init(_ cell: inout NativeCell) { _ = cell.plainMemory() }

  package func shared(_ caller: NativeCaller) -> NativeInstance? {
    if let strong = Self.shared { return caller.hold(strong) }
    let built = CountedInstance()
    Self.shared = built
    return caller.hold(built)
  }

  package func release(_ instance: NativeInstance, _ caller: NativeCaller) { caller.drop(instance) }
}

extension WeakUnguarded {
  package static var traits: Traits { [.oneTrialPerProcess, .returnsRetained, .endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "weak-unguarded",
      idea: "a bare weak var, read and assigned by several threads",
      risk: "a load and a store at the same time can free the variable's side table twice",
      expects: [
        .reacquire: .anyDefect(.crash, .usedAfterDestroy, .nilResults, .liveMax)
      ],
      relatedFiles: ["StrategyKit/CountedInstance.swift"])
  }
}
