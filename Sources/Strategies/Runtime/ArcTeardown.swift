import Core
package import StrategyKit

/// Idea: a class variable that is built when first asked for, and set to nil by a teardown.
///
/// What can go wrong: the teardown releases what another thread is about to retain, and who holds the old one keeps it
/// alive beside the new.
///
/// What we expect: two alive at one time, or a crash.
///
/// Source: 004, `tearDown`, under Swift's reference counting; each trial has a process of its own.
package struct ArcTeardown: Strategy {
  package typealias B = NativeBackend

  // Unsynchronized on purpose: racing on it is the subject.
  nonisolated(unsafe) private static var shared: CountedInstance?

  package init(_ cell: inout NativeCell) { _ = cell.plainMemory() }

  package func shared(_ caller: NativeCaller) -> NativeInstance? {
    if Self.shared == nil {
      Self.shared = CountedInstance()
    }
    guard let thing = Self.shared else { return nil }
    return caller.hold(thing)
  }

  package func tearDown(_ caller: NativeCaller) { Self.shared = nil }
  package func release(_ instance: NativeInstance, _ caller: NativeCaller) { caller.drop(instance) }
}

extension ArcTeardown {
  package static var traits: Traits { [.oneTrialPerProcess, .returnsRetained, .endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "arc-teardown",
      idea: "arc-lazy with a concurrent reset to nil",
      risk: "the reset frees what another thread is about to retain",
      source: "004, tearDown, under Swift's reference counting",
      expects: [
        .teardown: .anyDefect(.crash, .liveMax, may: [.nilResults, .usedAfterDestroy, .instances])
      ],
      relatedFiles: ["StrategyKit/CountedInstance.swift"])
  }
}
