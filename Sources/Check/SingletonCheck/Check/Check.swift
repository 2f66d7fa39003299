@_exported public import protocol SingletonCore.ThreadCounts
@_exported public import enum SingletonCore.Timeouts
@_exported public import enum SingletonFindings.CheckVerdict
@_exported public import enum SingletonFindings.Defect
@_exported public import enum SingletonMemoryModels.MemoryModel
@_exported public import struct SingletonStrategyChecker.CheckError
@_exported public import struct SingletonStrategyChecker.CheckResult

/// Checks that all threads that ask a fresh owner for its instance get the same one, fully built, in every execution that
/// the memory model allows.
///
/// The class is as it is. Only its target is compiled with the compiler's instrumentation, see <doc:SingletonCheck>.
///
///     let result = try check(fresh: { Account() }, access: { $0.cache })
///     #expect(result.isProved)
///
/// Each execution begins with an owner that `fresh` makes; each of the threads calls `access` once. Globals, `static let`
/// among them, are put back after each execution. The closures run many times, in a copy of this process, so variables that
/// they have captured are as before after the check. Nothing in them may differ from run to run. The parameters have the
/// names that they have in a race, so that one test can do both.
///
/// - Parameters:
///   - name: The name in the result; by default that of the owner's type.
///   - threads: The number of threads, or a range, from 2 through 32. Each additional thread multiplies the executions.
///   - model: The memory model; by default RC11, the model of C++ and Swift. It cannot be ARM's, because the dependencies of
///     compiled code are not known.
///   - timeouts: When a wait with a time limit may time out. By default, it does so while other threads can go on once at most
///     in each line of a thread.
///   - executions: The number of executions, including blocked and symmetric ones, after which a search ends undecided;
///     `nil` for no limit.
///   - time: The time after which the check ends undecided. Greater numbers of threads are then not searched.
///   - buildsOnce: Whether a second instance that is built breaks the promise, although it is not handed out. Counted are
///     the objects that the threads make of each class of which an object is inside of a value.
///   - replay: A replay code. The result then shows that execution. It is found again by a search for what the threads share,
///     which takes as long as the check.
///   - fresh: Makes an owner, such as an object of the class.
///   - isWhole: Returns whether an instance is completely built. Each thread calls it at once on the instance that it got.
///     Even without it, the check reads each instance's properties as a caller would, and judges whether what its initializer
///     wrote is there. Whether a later write, such as of a class that publishes its instance and configures it then, is
///     early enough is for `isWhole` to say: a property may well change while others use the instance.
///   - identity: Returns what tells instances apart, when all threads have ended. By default, these are the addresses of the
///     objects inside of a value, and those to which pointers in it point; an accessor that returns nothing promises
///     everything but one instance.
///   - access: Asks for the instance. `nil` and an error break the promise.
/// - Returns: The verdict for each number of threads, and the counterexample.
/// - Throws: A `CheckError` if there is no result.
public func check<Owner: ~Copyable, Value>(
  named name: String? = nil, threads: some ThreadCounts = 2, under model: MemoryModel = .rc11,
  timeouts: Timeouts? = nil,
  executions: UInt64? = nil, time: Duration = .seconds(60), buildsOnce: Bool = false, replay: String? = nil,
  fresh: @escaping () -> Owner,
  isWhole: ((Value) -> Bool)? = nil, identity: ((Value) -> AnyHashable)? = nil,
  access: @escaping (borrowing Owner) throws -> Value?
) throws(CheckError) -> CheckResult {
  var subject = Subject<Owner, Value>(
    fresh: fresh, roles: [access], promise: .oneInstance(identity: identity), isWhole: isWhole, buildsOnce: buildsOnce,
    timeouts: timeouts)
  if let name { subject.name = name }
  return try InstrumentedSearch(subject, model: model, executions: executions, time: time).result(
    threads.threadCounts, replay)
}

/// Checks an accessor that has no owner, such as one of a type, as the check of an owner's accessor does.
///
///     let result = try check { Session.shared }
///
/// The name in the result is by default that of the instance's type.
///
/// - Throws: A `CheckError` if there is no result.
public func check<Value>(
  named name: String? = nil, threads: some ThreadCounts = 2, under model: MemoryModel = .rc11,
  timeouts: Timeouts? = nil, executions: UInt64? = nil, time: Duration = .seconds(60), buildsOnce: Bool = false,
  replay: String? = nil, isWhole: ((Value) -> Bool)? = nil, identity: ((Value) -> AnyHashable)? = nil,
  access: @escaping () throws -> Value?
) throws(CheckError) -> CheckResult {
  try check(
    named: name ?? "\(Value.self)", threads: threads, under: model, timeouts: timeouts, executions: executions,
    time: time, buildsOnce: buildsOnce, replay: replay, fresh: {}, isWhole: isWhole, identity: identity,
    access: { _ in try access() })
}

/// Checks several roles, such as a reset and a use, and judges what they returned, in every execution that the memory
/// model allows.
///
/// In each execution, every thread performs its role once on the same fresh owner. A role may access the owner several
/// times. After all have ended, the values are judged: use this for values that have no identity, and for promises other
/// than one instance. That nothing races, waits forever, stops the process or is used after its end is promised, too.
///
///     let result = try check(
///       fresh: { Inbox() }, roles: { $0.subscribe() }, { $0.deliver() }, expecting: { inbox, _ in inbox.received == 1 })
///
/// - Parameters:
///   - name: The name in the result; by default that of the owner's type.
///   - threads: The number of threads, or a range of numbers, from 2 through 32. There are at least as many as roles.
///   - model: The memory model; by default RC11, the model of C++ and Swift. It cannot be ARM's, because the dependencies of
///     compiled code are not known.
///   - timeouts: When a wait with a time limit may time out. By default, it does so while other threads can go on once at most
///     in each line of a thread.
///   - executions: The number of executions, including blocked and symmetric ones, after which a search ends undecided;
///     `nil` for no limit.
///   - time: The time after which the check ends undecided. Greater numbers of threads are then not searched.
///   - replay: A replay code. The result then shows that execution.
///   - fresh: Makes an owner, such as an object of the class.
///   - roles: What threads do, at least one: thread number `n` has the role `n` modulo the number of roles. An error breaks
///     the promise.
///   - isExpected: Returns whether the values of an execution, in the order of the threads, and the owner that they left, are
///     as expected. It must not wait for what a thread did.
/// - Returns: The verdict for each number of threads, and the counterexample.
/// - Throws: A `CheckError` if there is no result.
public func check<Owner: ~Copyable, Value>(
  named name: String? = nil, threads: some ThreadCounts = 2, under model: MemoryModel = .rc11,
  timeouts: Timeouts? = nil,
  executions: UInt64? = nil, time: Duration = .seconds(60), replay: String? = nil, fresh: @escaping () -> Owner,
  roles: ((borrowing Owner) throws -> Value)..., expecting isExpected: @escaping (borrowing Owner, [Value]) -> Bool
) throws(CheckError) -> CheckResult {
  try check(
    named: name, threads: threads, under: model, timeouts: timeouts, executions: executions, time: time,
    replay: replay, fresh: fresh, roles: roles, expecting: isExpected)
}

/// Checks an array of roles.
package func check<Owner: ~Copyable, Value>(
  named name: String? = nil, threads: some ThreadCounts = 2, under model: MemoryModel = .rc11,
  timeouts: Timeouts? = nil,
  executions: UInt64? = nil, time: Duration = .seconds(60), replay: String? = nil, fresh: @escaping () -> Owner,
  roles: [(borrowing Owner) throws -> Value], expecting isExpected: @escaping (borrowing Owner, [Value]) -> Bool
) throws(CheckError) -> CheckResult {
  var subject = try Subject<Owner, Value>(fresh: fresh, roles: roles, expecting: isExpected, timeouts: timeouts)
  if let name { subject.name = name }
  return try InstrumentedSearch(subject, model: model, executions: executions, time: time)
    .result(try subject.raised(threads.threadCounts), replay)
}

extension Subject where Owner: ~Copyable {
  init(
    fresh: @escaping () -> Owner, roles: [(borrowing Owner) throws -> Value],
    expecting isExpected: @escaping (borrowing Owner, [Value]) -> Bool, timeouts: Timeouts?
  ) throws(CheckError) {
    guard !roles.isEmpty else { throw CheckError("roles: expected at least one, got none") }
    // A conversion of the array would convert its elements at run time, which functions cannot be.
    self.init(
      fresh: fresh, roles: roles.map { role in { owner in try role(owner) } }, promise: .values(isExpected),
      timeouts: timeouts)
  }

  /// Returns numbers of threads that are at least as many as roles.
  func raised(_ threads: ClosedRange<Int>) throws(CheckError) -> ClosedRange<Int> {
    try InstrumentedSearch<Owner, Value>.requireValid(threads)
    let count = max(threads.lowerBound, roles.count)
    return count...max(threads.upperBound, count)
  }
}
