import Core
package import StrategyKit

/// Idea: `if shared == nil { shared = CountedInstance() }` on a class variable, as people write it.
///
/// What can go wrong: what unsynchronized lazy building does, and more: each store releases what the variable held, so a
/// thread may return an object that another has just freed.
///
/// What we expect: more than one instance; a crash is possible.
///
/// Source: 004's accessor, under Swift's reference counting; each trial has a process of its own.
package struct ArcLazy: Strategy {
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

  package func release(_ instance: NativeInstance, _ caller: NativeCaller) { caller.drop(instance) }
}

extension ArcLazy {
  package static var traits: Traits { [.oneTrialPerProcess, .returnsRetained, .endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "arc-lazy",
      idea: "if shared == nil { shared = CountedInstance() } on a real strong class variable",
      risk: "two threads build, and a store may free what another thread has just read",
      source: "004, under Swift's reference counting",
      expects: [
        .firstAccess: .defect(.instances, may: [.crash, .usedAfterDestroy]),
        .reentrant: .defect(.nestedInits, .instances, may: [.crash, .usedAfterDestroy], leastThreads: 1),
      ],
      relatedFiles: ["StrategyKit/CountedInstance.swift"])
  }
}
