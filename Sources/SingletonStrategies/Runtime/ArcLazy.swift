package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: The accessor runs `if shared == nil { shared = CountedInstance() }` on a class variable, as people write it.
///
/// What can go wrong: Everything that goes wrong in unsynchronized-lazy goes wrong here. In addition, each store
/// releases what the variable held, so a thread may return an object that another thread has just freed.
///
/// What we expect: There is more than one instance, and the process may crash.
///
/// Source: This is the accessor of `abuse: tearDown` under Swift's reference counting. Each trial has its own process.
package struct ArcLazy: Strategy {
  package typealias B = NativeBackend

  // Unsynchronized on purpose: the data race on the variable is the subject.
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
      risk: "two threads build, and a store may free an object another has just read",
      citations: [Citation(.abuse, "tearDown")],
      expects: [
        // A crash may also be detected before it happens, as a use after destruction.
        .firstAccess: .defect(.instances, may: [.crash, .usedAfterDestroy]),
        // A crash may also be detected before it happens, as a use after destruction.
        .reentrant: .defect(.nestedInits, .instances, may: [.crash, .usedAfterDestroy], leastThreads: 1),
      ],
      plain: PlainListing(MapRendererForm.self),
      relatedFiles: ["SingletonStrategyKit/CountedInstance.swift"])
  }
}

private enum MapRendererForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .reentrant]
  static let mayCrash: String? =
    "a store releases the old object, which another thread may have read but not retained yet"

  static func shared() -> MapRenderer? { MapRenderer.shared }
}
