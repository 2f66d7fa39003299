package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is semaphore-guarded with retain and release that do nothing, so the instance's life never ends.
///
/// What can go wrong: The same things go wrong as in semaphore-guarded.
///
/// What we expect: It shows what semaphore-guarded shows, even if callers release too often.
///
/// Source: This is `macro: V5 under MRC`, that is, manual reference counting.
package struct SemaphoreImmortal<B: Backend>: Strategy {
  private let base: SemaphoreGuarded<B>

  package init(_ cell: inout B.Cell) {
    base = SemaphoreGuarded(&cell)
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try base.shared(caller) }
  package func construct(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try base.construct(caller) }
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }
  package func retain(_ instance: B.Instance, _ caller: B.Caller) {}
  package func release(_ instance: B.Instance, _ caller: B.Caller) {}
}

extension SemaphoreImmortal {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SemaphoreImmortal<O>.self }
  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "semaphore-immortal",
      idea: "semaphore-guarded with retain and release that do nothing",
      citations: [Citation(.macro, "V5 under MRC")],
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .sound(onWeakMemory: [.race, .halfBuilt]),
        .copy: .sound(onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .trap,
        // The accessor makes the same memory accesses as in first-access, so weak memory shows the same defects.
        .overRelease: .sound(onWeakMemory: [.race, .halfBuilt]),
      ],
      plain: PlainListing(BeaconForm.self),
      relatedFiles: ["SingletonStrategies/SemaphoreGuarded.swift", "SingletonStrategies/LimitedSemaphore.swift"])
  }
}

private enum BeaconForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .copy]

  static func shared() -> Beacon? { Beacon.shared }
  static func copy(_ original: Beacon) -> Beacon? { original.copy() }
}
