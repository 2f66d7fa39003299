import SingletonPlatform

@_exported public import enum SingletonFindings.CheckVerdict
@_exported public import enum SingletonFindings.Defect
@_exported public import struct SingletonStrategyChecker.CheckError

/// Checks that all tasks that ask a fresh owner for its instance get the same one, in every order in which their jobs can
/// run.
///
/// The code is as it is: actors, tasks of all kinds, groups, continuations, streams, the main actor and sleeping are
/// followed, because the runtime hands all jobs to the check. One job runs at a time, until its task is suspended, switches
/// to another actor, or ends; which one is next is a choice, and the search visits every sequence of choices. Time is
/// virtual, so that sleeping takes none.
///
///     let result = try await check(tasks: 2, fresh: { Store() }, access: { await $0.shared })
///     #expect(result.isProved)
///
/// In code that is compiled with the instrumentation for the thread sanitizer, state beside actors is seen. Two accesses to it
/// that nothing orders are a data race, and what others do between two critical sections of a job is visited, too.
///
/// The schedules run in a copy of this process, so that a crash is a result. Each begins with the same memory. Nothing in
/// the closures may differ from schedule to schedule.
///
/// - Parameters:
///   - name: The name in the result; by default that of the owner's type.
///   - tasks: The number of tasks that ask, from 2 through 8. Each additional task multiplies the schedules.
///   - failures: The buildings that fail. The code under test calls ``Building/beginsOrFails()``. Callers may then get the
///     error, and a caller that asks after all others have ended must get an instance.
///   - cancelsFirst: Whether the first task is canceled, before it begins, at any time until it ends, or not. The others,
///     and a caller that asks after all have ended, must get an instance.
///   - buildsOnce: Whether two buildings, which ``Building/begins()`` counts, break the promise.
///   - schedules: The number of schedules after which the search ends undecided; `nil` for no limit.
///   - time: The time after which the search ends undecided.
///   - replay: A replay code. The result then shows that schedule, without a search.
///   - fresh: Makes an owner.
///   - access: Asks for the instance.
/// - Returns: The verdict, and the schedule that breaks the promise.
/// - Throws: A `CheckError` if there is no result.
public func check<Owner: Sendable, Instance: AnyObject>(
  named name: String? = nil, tasks: Int = 2, failures: Failures = .never, cancelsFirst: Bool = false,
  buildsOnce: Bool = false,
  schedules: UInt64? = nil, time: Duration = .seconds(60), replay: String? = nil,
  fresh: @escaping @Sendable () -> Owner, access: @escaping @Sendable (Owner) async throws -> Instance?
) async throws(CheckError) -> ScheduleResult {
  try requireValid(tasks)
  let plan = Plan(
    tasks: tasks, failures: failures, cancelsFirst: cancelsFirst, buildsOnce: buildsOnce, scheduleLimit: schedules,
    time: time)
  return try await check(plan, named: name, replay: replay, fresh: fresh, access: access)
}

/// Checks several roles, such as a reset and a use, and judges what they returned, in every order in which the jobs of the tasks
/// can run.
///
/// In each schedule, every task performs its role once on the same fresh owner. A role may access the owner several times.
/// After all have ended, the values are judged: use this for values that have no identity, and for promises other than one
/// instance. That no task waits forever or gets an error, and that nothing races or stops the process, is promised, too.
///
///     let result = try await check(
///       tasks: 2, fresh: { Session() }, roles: { await $0.token() }, expecting: { _, tokens in Set(tokens).count == 1 })
///
/// - Parameters:
///   - name: The name in the result; by default that of the owner's type.
///   - tasks: The number of tasks, from 2 through 8. There are at least as many as roles.
///   - cancelsFirst: Whether the task of the first role is canceled, before it begins, at any time until it ends, or not. It may
///     then throw, and the values of such a schedule are not judged; return a value for that if they are to be.
///   - schedules: The number of schedules after which the search ends undecided; `nil` for no limit.
///   - time: The time after which the search ends undecided.
///   - replay: A replay code. The result then shows that schedule, without a search.
///   - fresh: Makes an owner.
///   - roles: What tasks do, at least one: task number `n` has the role `n` modulo the number of roles. An error breaks the
///     promise.
///   - isExpected: Returns whether the values of a schedule, in the order of the tasks, and the owner that they left, are as
///     expected. It may ask an actor.
/// - Returns: The verdict, and the schedule that breaks the promise.
/// - Throws: A `CheckError` if there is no result.
public func check<Owner: Sendable, Value>(
  named name: String? = nil, tasks: Int = 2, cancelsFirst: Bool = false, schedules: UInt64? = nil,
  time: Duration = .seconds(60), replay: String? = nil, fresh: @escaping @Sendable () -> Owner,
  roles: (@Sendable (Owner) async throws -> Value)...,
  expecting isExpected: @escaping @Sendable (Owner, [Value]) async -> Bool
) async throws(CheckError) -> ScheduleResult {
  try requireValid(tasks)
  guard (1...8).contains(roles.count) else { throw CheckError("roles: expected 1 through 8, got \(roles.count)") }
  let plan = Plan(
    tasks: max(tasks, roles.count), cancelsFirst: cancelsFirst, judgesValues: true, scheduleLimit: schedules,
    time: time)
  let check = ScheduleCheck(name: name ?? "\(Owner.self)", plan) {
    let owner = fresh()
    return Exploration.Subject(
      owner: owner,
      access: { caller in { ReturnedValue(try await roles[caller % roles.count](owner)) } },
      judge: { values in await isExpected(owner, values.map { unsafeDowncast($0, to: ReturnedValue<Value>.self).value })
      })
  }
  return try await result(of: check, replay)
}

private func requireValid(_ tasks: Int) throws(CheckError) {
  guard (2...8).contains(tasks) else { throw CheckError("tasks: expected 2 through 8, got \(tasks)") }
}

/// Checks with a plan, which may also ask for a search without reductions.
func check<Owner: Sendable, Instance: AnyObject>(
  _ plan: Plan, named name: String? = nil, replay: String? = nil, fresh: @escaping @Sendable () -> Owner,
  access: @escaping @Sendable (Owner) async throws -> Instance?
) async throws(CheckError) -> ScheduleResult {
  let check = ScheduleCheck(name: name ?? "\(Owner.self)", plan) {
    let owner = fresh()
    return Exploration.Subject(owner: owner, access: { _ in { try await access(owner) } })
  }
  return try await result(of: check, replay)
}

private func result(of check: ScheduleCheck, _ replay: String?) async throws(CheckError) -> ScheduleResult {
  try await onOwnThread { () throws(CheckError) in
    if let replay { return try check.result(ofReplaying: replay) }
    return try check.result()
  }
}

/// Runs a check on a thread of its own: a task that waits for a process would occupy one of the few threads of its pool.
private func onOwnThread(
  _ body: @escaping @Sendable () throws(CheckError) -> ScheduleResult
) async throws(CheckError) -> ScheduleResult {
  let result: Result<ScheduleResult, CheckError> = await withCheckedContinuation { continuation in
    let isStarted = startThread { continuation.resume(returning: Result(catching: body)) }
    if !isStarted { continuation.resume(returning: .failure(CheckError("the check could not start a thread"))) }
  }
  return try result.get()
}
