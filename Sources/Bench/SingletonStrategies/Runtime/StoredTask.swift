package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: An actor keeps the task that builds the instance, and all callers await that task.
///
/// What can go wrong: A task that has failed stays failed. Every later caller gets its error, and nobody builds again.
///
/// What we expect: The accessor is sound, also if the first caller is canceled, because the task is not part of it. If
/// the initializer throws once, no caller ever gets an instance.
///
/// Source: This is the usual repair of actor-awaiting: nothing is awaited between the check and the store.
package struct StoredTask: Strategy {
  package typealias B = NativeBackend

  private actor InstanceActor {
    private var building: Task<NativeInstance, any Error>?

    func shared(_ caller: NativeCaller) async throws -> NativeInstance {
      let task = building ?? Task { try await make(caller) }
      building = task
      return try await task.value
    }

    private func make(_ caller: NativeCaller) async throws -> NativeInstance {
      await Task.yield()
      return try caller.makeOrThrow()
    }
  }

  private let instanceActor: PerTrial<InstanceActor>

  package init(_ cell: inout NativeCell) { instanceActor = cell.object { PerTrial { InstanceActor() } } }

  package func prepare(_ caller: NativeCaller) { instanceActor.renew() }

  package func shared(_ caller: NativeCaller) throws(Refusal) -> NativeInstance? {
    let instanceActor = instanceActor.object
    return try caller.awaitResult(orRefusal: { try await instanceActor.shared(caller) })
  }
}

extension StoredTask {
  package static var traits: Traits { [.prepares] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "stored-task",
      idea: "an actor keeps the task that builds, and all callers await it",
      expects: [
        .firstAccess: .sound,
        .failing: .defect(.refused, leastThreads: 1),
        .canceled: .sound,
      ],
      plain: PlainListing(ExchangeRatesForm.self),
      relatedFiles: ["SingletonStrategyKit/PerTrial.swift"])
  }
}

private enum ExchangeRatesForm: AwaitedPlainForm {
  static let scenarios: [Scenario] = [.firstAccess, .failing]
  static var owner: ExchangeRateStore { .shared }
  static func fresh() -> ExchangeRateStore { ExchangeRateStore() }
  static func shared(of owner: ExchangeRateStore) async throws -> ExchangeRates? { try await owner.rates() }
  static func shared() throws -> ExchangeRates? { try awaitingTasks(of: { try await shared(of: owner) }) }
  static func setFails(_ fails: Bool, _ owner: ExchangeRateStore) async {
    await owner.setOnline(!fails)
  }
}
