package import SingletonStrategyKit

@testable import PlainSwift

/// Idea: This is stored-task, and a caller that is canceled cancels the task that builds, so that no work is done in
/// vain.
///
/// What can go wrong: The task is everybody's. If the caller that is canceled was not the only one, the others get its
/// cancellation as an error, and so does every later caller, because the task is kept.
///
/// What we expect: The accessor is sound as long as no caller is canceled. After that, no caller ever gets an instance.
///
/// Source: This is stored-task with `withTaskCancellationHandler`, which is right for a task with one caller.
package struct StoredTaskCanceling: Strategy {
  package typealias B = NativeBackend

  private actor InstanceActor {
    private var building: Task<NativeInstance, any Error>?

    func shared(_ caller: NativeCaller) async throws -> NativeInstance {
      let task = building ?? Task { try await make(caller) }
      building = task
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
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

extension StoredTaskCanceling {
  package static var traits: Traits { [.prepares] }

  package static var info: StrategyInfo {
    StrategyInfo(
      id: "stored-task-canceling",
      idea: "stored-task; a caller that is canceled cancels the task",
      alsoKnownAs: ["withTaskCancellationHandler"],
      expects: [
        .firstAccess: .sound,
        .canceled: .defect(.refused, leastThreads: 1),
      ],
      plain: PlainListing(InboxForm.self),
      relatedFiles: ["SingletonStrategyKit/PerTrial.swift"])
  }
}

private enum InboxForm: AwaitedPlainForm {
  static let scenarios: [Scenario] = [.canceled]
  static var owner: InboxStore { .shared }
  static func fresh() -> InboxStore { InboxStore() }
  static func shared(of owner: InboxStore) async throws -> Inbox? { try await owner.inbox() }
  static func shared() throws -> Inbox? { try awaitingTasks(of: { try await shared(of: owner) }) }
}
