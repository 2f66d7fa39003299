package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is stored-task, and a task that has failed is forgotten, so that the next caller starts another one.
///
/// What can go wrong: Every caller that awaited the task forgets it, some of them late. One that forgets without a look
/// at which task it is can forget a newer one, and then a third task builds a second instance.
///
/// What we expect: The accessor is sound, also after an error.
///
/// Source: This is stored-task, repaired.
package struct StoredTaskRetry: Strategy {
  package typealias B = NativeBackend

  private actor InstanceActor {
    private var building: Task<NativeInstance, any Error>?

    func shared(_ caller: NativeCaller) async throws -> NativeInstance {
      let task = building ?? Task { try await make(caller) }
      building = task
      do {
        return try await task.value
      } catch {
        if building == task { building = nil }
        throw error
      }
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

extension StoredTaskRetry {
  package static var traits: Traits { [.prepares] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "stored-task-retry",
      idea: "stored-task; a task that has failed is forgotten",
      expects: [
        .firstAccess: .sound,
        .failing: .sound,
      ],
      plain: PlainListing(WeatherForm.self),
      relatedFiles: ["SingletonStrategyKit/PerTrial.swift"])
  }
}

private enum WeatherForm: AwaitedPlainForm {
  static let scenarios: [Scenario] = [.failing]
  static var owner: WeatherStore { .shared }
  static func fresh() -> WeatherStore { WeatherStore() }
  static func shared(of owner: WeatherStore) async throws -> Weather? { try await owner.weather() }
  static func shared() throws -> Weather? { try awaitingTasks(of: { try await shared(of: owner) }) }
  static func setFails(_ fails: Bool, _ owner: WeatherStore) async {
    await owner.setOnline(!fails)
  }
}
