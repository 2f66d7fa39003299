import SingletonCore

/// A description of a listing whose accessor is awaited. Threads race it, and a check visits every order in which the jobs
/// of its callers can run.
@usableFromInline package protocol AwaitedPlainForm: PlainForm where Instance: Sendable {
  /// What keeps the instance.
  associatedtype Owner: Sendable

  /// The owner that the process has once, which ``PlainForm/shared()`` asks.
  static var owner: Owner { get async }
  /// Returns another owner, as each schedule of a check needs one.
  static func fresh() -> Owner
  /// Returns the owner's instance.
  static func shared(of owner: Owner) async throws -> Instance?
  /// Makes the initializer throw from now on, or succeed.
  static func setFails(_ fails: Bool, _ owner: Owner) async
}

extension AwaitedPlainForm {
  package static func setFails(_ fails: Bool, _ owner: Owner) async {
    preconditionFailure("the listing's initializer cannot throw")
  }

  package static func shared(failingBy failure: Scenario.InitializerFailure) throws -> Instance? {
    switch failure {
    case .error: try awaitingTasks(of: { try await sharedWhileFailing(of: await owner) })
    case .cancellation: try awaitingTasks(canceled: { try await shared(of: await owner) })
    }
  }

  /// Calls the accessor while the initializer throws.
  package static func sharedWhileFailing(of owner: Owner) async throws -> Instance? {
    await setFails(true, owner)
    let result: Result<Instance?, any Error>
    do { result = .success(try await shared(of: owner)) } catch { result = .failure(error) }
    await setFails(false, owner)
    return try result.get()
  }
}
