package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: Several threads share an object that has a `lazy var`.
///
/// What can go wrong: The property is an optional that is tested and stored without any lock, so two threads can both
/// build an instance. Their stores to one strong reference can free an object that is in use.
///
/// What we expect: There is more than one instance, and the process may crash.
///
/// Source: This is Swift's own lazy property. Its references are real, so each trial has its own process.
package struct LazyVar: Strategy {
  package typealias B = NativeBackend

  private final class Owner {
    lazy var thing = CountedInstance()
  }

  // Unsynchronized on purpose: the data race on its property is the subject. The owner itself is a constant, made once.
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
        // A crash may also be detected before it happens, as a use after destruction.
        .firstAccess: .defect(.instances, may: [.crash, .usedAfterDestroy]),
        // A crash may also be detected before it happens, as a use after destruction.
        .reentrant: .defect(.nestedInits, .instances, may: [.crash, .usedAfterDestroy], leastThreads: 1),
      ],
      plain: PlainListing(GeocoderForm.self),
      relatedFiles: ["SingletonStrategyKit/CountedInstance.swift"])
  }
}

private enum GeocoderForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .reentrant]
  static let mayCrash: String? =
    "a store releases the old object, which another thread may have read but not retained yet"

  static func shared() -> Geocoder? { AppServices.shared.geocoder }
}
