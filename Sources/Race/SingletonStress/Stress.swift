/// Races an accessor, to find out whether all threads that ask at the same time get one instance.
///
/// In each trial, every thread asks the same fresh owner once, all at the same time. Their results are held until they
/// have been compared. Alongside the accessor, another accessor is raced that is known to be broken. Only if that one
/// is caught is it meaningful that yours is not.
///
///     let result = try await stress { Account() } access: { $0.cache }
///
/// A race cannot be repeated from a seed. To look again, run longer.
///
/// - Parameters:
///   - name: The name of the accessor in the result; `nil` stands for the owner's type and the function.
///   - settings: How the race runs.
///   - function: The function that races, in the result's name.
///   - fresh: Makes the owner of one trial, on any of the threads.
///   - isWhole: Returns whether an instance is completely built. Each thread calls it at once on the instance that it
///     got. An x86-64 processor does not reorder two stores, so a half-built instance appears there only if its
///     initialization continues after it has been published, or if the compiler has reordered the stores.
///   - access: Returns the owner's shared instance. `nil` and an error count as broken. A struct has no identity, because
///     `as AnyObject` makes a new object of it each time.
/// - Throws: A ``StressError`` if the race could not run, or if it raced values instead of instances of a class;
///   `CancellationError` if the task was canceled.
@inlinable
public func stress<Owner: ~Copyable, Instance: AnyObject>(
  named name: String? = nil, settings: StressSettings = .current, function: String = #function,
  fresh: @escaping @Sendable () -> Owner,
  isWhole: (@Sendable (Instance) -> Bool)? = nil, access: @escaping @Sendable (borrowing Owner) throws -> Instance?
) async throws -> StressResult {
  try await race(name ?? "\(Owner.self) in \(function)", settings, .manyTrials) { cells, _ in
    Subject(cells: cells, fresh: fresh, isWhole: isWhole, access: access)
  }
}

/// Races an accessor that is awaited, such as the accessor of an actor.
///
/// Each thread runs its own tasks, so that all threads ask at the same time. Unless the settings say otherwise, the race
/// runs in this process, because a task may need threads that a copy of the process lacks.
///
/// - Parameters:
///   - name: The name of the accessor in the result; `nil` stands for the owner's type and the function.
///   - settings: How the race runs.
///   - function: The function that races, in the result's name.
///   - fresh: Makes the owner of one trial, on any of the threads or, if it is isolated to the main actor, there.
///   - isWhole: Returns whether an instance is completely built. Each thread calls it at once on the instance that it got.
///   - awaiting: Returns the owner's shared instance. `nil` and an error count as broken.
/// - Throws: A ``StressError`` if the race could not run, or if it raced values instead of instances of a class;
///   `CancellationError` if the task was canceled.
@inlinable
public func stress<Owner, Instance: AnyObject>(
  named name: String? = nil, settings: StressSettings = .current, function: String = #function,
  fresh: @escaping @Sendable () async -> Owner,
  isWhole: (@Sendable (Instance) -> Bool)? = nil, awaiting: @escaping @Sendable (Owner) async throws -> Instance?
) async throws -> StressResult {
  try await race(name ?? "\(Owner.self) in \(function)", settings, .awaitedTrials) { cells, _ in
    Subject(cells: cells, fresh: fresh, isWhole: isWhole, awaiting: awaiting)
  }
}

/// Races several roles, such as a reset and a use, and judges what they returned.
///
/// In each trial, every thread performs its role once on the same fresh owner, all at the same time. A role may access the
/// owner several times. After all have ended, the values are judged, and the result counts the different ones: use this for values that have no identity, and for
/// promises other than one instance.
///
///     let result = try await stress(
///       fresh: { Inbox() }, roles: { $0.subscribe() }, { $0.deliver() }, expecting: { inbox, _ in inbox.received == 1 })
///
/// - Parameters:
///   - name: The name of the accessor in the result; `nil` stands for the owner's type and the function.
///   - settings: How the race runs. If there are more roles than threads, each role has a thread.
///   - function: The function that races, in the result's name.
///   - fresh: Makes the owner of one trial, on any of the threads.
///   - roles: What threads do, at least one: thread number `n` has the role `n` modulo the number of roles. An error counts
///     as broken.
///   - isExpected: Returns whether the values of a trial, in the order of the threads, and the owner that they left, are as
///     expected. It is called on one thread.
/// - Throws: A ``StressError`` if the race could not run; `CancellationError` if the task was canceled.
@inlinable
public func stress<Owner: ~Copyable, Value>(
  named name: String? = nil, settings: StressSettings = .current, function: String = #function,
  fresh: @escaping @Sendable () -> Owner,
  roles: (@Sendable (borrowing Owner) throws -> Value)...,
  expecting isExpected: @escaping @Sendable (borrowing Owner, [Value]) -> Bool
) async throws -> StressResult {
  guard !roles.isEmpty else { throw StressError.noRole }
  return try await race(name ?? "\(Owner.self) in \(function)", settings, .manyTrials, roles: roles.count) {
    cells, threads in
    Subject(cells: cells, threads: threads, fresh: fresh, roles: roles, expecting: isExpected)
  }
}

/// Races several roles that are awaited, such as a cancellation and the fulfillment of what is canceled, and judges what they
/// returned.
///
///     let result = try await stress(
///       fresh: { Promise() }, roles: { await $0.value() }, { $0.fulfill() },
///       expecting: { promise, _ in await promise.isFulfilled })
///
/// This is the race of roles that are not awaited, but for its threads: each runs the tasks of its role itself and, unless the
/// settings say otherwise, in this process. If it hangs there, the result has the functions in which the roles wait.
@inlinable
public func stress<Owner, Value>(
  named name: String? = nil, settings: StressSettings = .current, function: String = #function,
  fresh: @escaping @Sendable () async -> Owner,
  roles: (@Sendable (Owner) async throws -> Value)...,
  expecting isExpected: @escaping @Sendable (Owner, [Value]) async -> Bool
) async throws -> StressResult {
  guard !roles.isEmpty else { throw StressError.noRole }
  return try await race(name ?? "\(Owner.self) in \(function)", settings, .awaitedTrials, roles: roles.count) {
    cells, threads in
    Subject(
      cells: cells, threads: threads, fresh: { onThisThread(fresh) },
      roles: roles.map { role in { owner in try onThisThread { [owner] in try await role(owner) } } },
      expecting: { owner, values in onThisThread { [owner] in await isExpected(owner, values) } })
  }
}

/// Races the accessor of an instance that exists once per process, such as a `static let` or a global variable.
///
/// A `static let` cannot be made fresh again within a process, so each trial runs in a new copy of this process, which
/// takes one to five milliseconds. An instance that this process already has is in the copies, too, so that nothing is raced
/// there. The race then goes on in exit tests, as that of a `StressSubject`, if it is in a test that uses SingletonStressTesting, if
/// `access` captures nothing, and if there is no `isWhole`. Otherwise, it is too weak (``StressResult/Weakness/notFresh``).
///
/// - Parameters:
///   - name: The name of the accessor in the result; `nil` stands for the instance's type and the function.
///   - settings: How the race runs.
///   - function: The function that races, in the result's name.
///   - isWhole: Returns whether an instance is completely built. Each thread calls it at once on the instance that it got.
///   - access: Returns the shared instance. `nil` and an error count as broken.
/// - Throws: A ``StressError`` if the race could not run, as on macOS, where a process may not be copied, or if it raced
///   values instead of instances of a class; `CancellationError` if the task was canceled.
@inlinable
public func stressOncePerProcess<Instance: AnyObject>(
  named name: String? = nil, settings: StressSettings = .current, function: String = #function,
  isWhole: (@Sendable (Instance) -> Bool)? = nil, access: @escaping @Sendable () throws -> Instance?
) async throws -> StressResult {
  let result = try await race(name ?? "\(Instance.self) in \(function)", settings, .oneTrialPerProcess) { cells, _ in
    Subject(cells: cells, fresh: {}, isWhole: isWhole, access: { _ in try access() })
  }
  return isWhole == nil ? try await inNewProcesses(result, access) : result
}
