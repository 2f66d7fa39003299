import Core
package import StrategyKit

/// Idea: a `lazy var` of an object that threads share.
///
/// What can go wrong: the property is an optional that is tested and stored without any lock: two threads build, and
/// their stores to one strong reference can free an object that is in use.
///
/// What we expect: more than one instance; a crash is possible.
///
/// Source: the language. Real references, so each trial has a process of its own.
package struct LazyVar: Strategy {
  package typealias B = NativeBackend

  private final class Owner {
    lazy var thing = CountedInstance()
  }

  // Unsynchronized on purpose: the race on its property is the subject. The owner itself is made before any thread.
  nonisolated(unsafe) private static let owner = Owner()

  package init(_ cell: inout NativeCell) { _ = cell.plainMemory() }

  package func prepare(_ caller: NativeCaller) { _ = Self.owner }

  package func shared(_ caller: NativeCaller) -> NativeInstance? { caller.hold(Self.owner.thing) }

  package func release(_ instance: NativeInstance, _ caller: NativeCaller) { caller.drop(instance) }
}

extension LazyVar {
  package static var traits: Traits { [.oneTrialPerProcess, .returnsRetained, .endsLives] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "lazy-var",
      idea: "a lazy var of a shared object, under real reference counting",
      risk: "two threads find it empty; their stores can free an object in use",
      expects: [
        .firstAccess: .defect(.instances, may: [.crash, .usedAfterDestroy]),
        .reentrant: .defect(.nestedInits, .instances, may: [.crash, .usedAfterDestroy], leastThreads: 1),
      ],
      relatedFiles: ["StrategyKit/CountedInstance.swift"])
  }
}
