package import SingletonStrategyKit

@preconcurrency @testable import PlainSwift

/// Idea: This is semaphore-guarded in a process that catches the exception of a failed assertion, such as a debug build
/// in which a caller catches it.
///
/// What can go wrong: The exception leaves the initializer and the accessor, and neither signals its semaphore. Every
/// later access waits until the limit, and fails again.
///
/// What we expect: The strategy is as sound as semaphore-guarded. If the initializer calls the accessor, or
/// throws for another reason, no caller ever gets an instance.
///
/// Source: This is `macro: V5 limit`, with assertions on.
package struct SemaphoreGuardedThrowing<B: Backend>: Strategy {
  private let base: SemaphoreGuarded<B>

  package init(_ cell: inout B.Cell) {
    base = SemaphoreGuarded(&cell, atLimit: .raises)
  }

  @inline(__always)
  package func shared(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try base.shared(caller) }
  package func construct(_ caller: B.Caller) throws(Refusal) -> B.Instance? { try base.construct(caller) }
  package func copy(_ original: B.Instance, _ caller: B.Caller) -> B.Instance? { original }
}

extension SemaphoreGuardedThrowing {
  package static func rebind<O: Backend>(to _: O.Type) -> (any Strategy<O>.Type)? { SemaphoreGuardedThrowing<O>.self }
  package static var traits: Traits { [.mutableCopies] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "semaphore-guarded-throwing",
      idea: "semaphore-guarded; at its limit, the accessor throws and leaves the semaphore taken",
      citations: [Citation(.macro, "V5 limit")],
      expects: [
        .firstAccess: .sound(onWeakMemory: [.race, .halfBuilt]),
        .mixedConstruction: .sound(onWeakMemory: [.race, .halfBuilt]),
        .reentrant: .defect(.refused, leastThreads: 1),
        .failing: .defect(.refused, leastThreads: 1),
      ],
      plain: PlainListing(PrintServiceForm.self),
      relatedFiles: ["SingletonStrategies/SemaphoreGuarded.swift", "SingletonStrategies/LimitedSemaphore.swift"])
  }
}

private enum PrintServiceForm: PlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .failing]

  static func shared() throws -> PrintService? { try PrintService.shared }

  static func shared(failingBy failure: Scenario.InitializerFailure) throws -> PrintService? {
    PrintService.limit = .milliseconds(1)
    PrintService.onSetUp = { throw Refusal() }
    defer { PrintService.onSetUp = {} }
    return try PrintService.shared
  }
}
