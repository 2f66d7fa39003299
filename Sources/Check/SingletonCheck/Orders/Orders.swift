public import SingletonCore
public import SingletonMemoryModels
public import SingletonStrategyChecker

@_exported public import enum SingletonMemoryModels.MemoryOrder

/// Finds all minimal sets of memory orders with which all threads that ask a fresh owner for its instance still get the same
/// one, fully built, in every execution that the memory model allows.
///
/// The class is as it is, and is checked first as `check` does. Then the check is repeated with other orders of its atomic
/// operations and fences, until every minimal set is known. Orders that only together can be weaker or stronger make more
/// sets than one.
///
///     let orders = try weakestOrders(fresh: { TicketLocked() }, access: { $0.cache })
///     #expect(orders.isAsWritten, "\(orders)")
///
/// The orders inside of a `Mutex`, an `AtomicLazyReference` and all other locks are the library's, and stay as they are. So
/// do those of an operation that no two threads share. A class that is refuted or not decided with its own orders has no sets.
///
/// - Parameters:
///   - threads: The number of threads, or a range, from 2 through 32. Each additional thread multiplies the executions.
///   - model: The memory model; by default RC11, the model of C++ and Swift. It cannot be ARM's, because the dependencies of
///     compiled code are not known.
///   - timeouts: When a wait with a time limit may time out, as for `check`.
///   - executions: The number of executions, including blocked and symmetric ones, after which one search ends undecided;
///     `nil` for no limit.
///   - time: The time after which all ends undecided: the check, and its repetitions with other orders.
///   - buildsOnce: Whether a second instance that is built breaks the promise, although it is not handed out.
///   - fresh: Makes an owner, such as an object of the class.
///   - isWhole: Returns whether an instance is completely built, as for `check`.
///   - identity: Returns what tells instances apart, as for `check`.
///   - access: Asks for the instance. `nil` and an error break the promise.
/// - Returns: The result of the check, and the minimal sets.
/// - Throws: A `CheckError` if there is no result.
public func weakestOrders<Owner: ~Copyable, Value>(
  threads: some ThreadCounts = 2, under model: MemoryModel = .rc11, timeouts: Timeouts? = nil,
  executions: UInt64? = nil, time: Duration = .seconds(60), buildsOnce: Bool = false, fresh: @escaping () -> Owner,
  isWhole: ((Value) -> Bool)? = nil, identity: ((Value) -> AnyHashable)? = nil,
  access: @escaping (borrowing Owner) throws -> Value?
) throws(CheckError) -> WeakestOrders {
  let subject = Subject<Owner, Value>(
    fresh: fresh, roles: [access], promise: .oneInstance(identity: identity), isWhole: isWhole, buildsOnce: buildsOnce,
    timeouts: timeouts)
  return try InstrumentedSearch(subject, model: model, executions: executions, time: time).weakestOrders(
    threads.threadCounts)
}

/// Finds all minimal sets of memory orders with which several roles, such as those of a lock or a queue, still leave what is
/// expected in every execution that the memory model allows.
///
///     let orders = try weakestOrders(
///       fresh: { Mailbox() }, roles: { $0.send(7) }, { $0.receive() }, expecting: { _, got in got[1] == 7 })
///
/// - Parameters:
///   - threads: The number of threads, or a range of numbers, from 2 through 32. There are at least as many as roles.
///   - model: The memory model; by default RC11, the model of C++ and Swift. It cannot be ARM's, because the dependencies of
///     compiled code are not known.
///   - timeouts: When a wait with a time limit may time out, as for `check`.
///   - executions: The number of executions, including blocked and symmetric ones, after which one search ends undecided;
///     `nil` for no limit.
///   - time: The time after which all ends undecided: the check, and its repetitions with other orders.
///   - fresh: Makes an owner, such as an object of the class.
///   - roles: What threads do, at least one, as for `check`.
///   - isExpected: Returns whether the values of an execution, in the order of the threads, and the owner that they left, are
///     as expected.
/// - Returns: The result of the check, and the minimal sets.
/// - Throws: A `CheckError` if there is no result.
public func weakestOrders<Owner: ~Copyable, Value>(
  threads: some ThreadCounts = 2, under model: MemoryModel = .rc11, timeouts: Timeouts? = nil,
  executions: UInt64? = nil, time: Duration = .seconds(60), fresh: @escaping () -> Owner,
  roles: ((borrowing Owner) throws -> Value)..., expecting isExpected: @escaping (borrowing Owner, [Value]) -> Bool
) throws(CheckError) -> WeakestOrders {
  let subject = try Subject<Owner, Value>(fresh: fresh, roles: roles, expecting: isExpected, timeouts: timeouts)
  return try InstrumentedSearch(subject, model: model, executions: executions, time: time)
    .weakestOrders(try subject.raised(threads.threadCounts))
}
