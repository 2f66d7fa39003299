/// Races an accessor: whether it hands out one instance, however many threads ask at the same time.
///
/// In each trial, every thread asks the same fresh owner once, at the same time as the others. All results are held until
/// they have been compared. In turns with the accessor, one that is known to be broken is raced, until it has shown
/// itself; only then does it mean anything that the accessor has not.
///
///     let result = try await stress { Account() } access: { $0.cache }
///
/// No seed repeats a race: run longer to look again.
///
/// - Parameters:
///   - name: What the result calls the accessor; the owner's type if it is `nil`.
///   - settings: How the race runs.
///   - fresh: Makes the owner of one trial, on any of the threads.
///   - isWhole: Whether an instance is completely built; called by each thread on its instance immediately. An
///     x86-64 processor does not reorder two stores, so there a half-built instance shows itself only if its initialization
///     goes on after it has been published, or if the compiler has reordered the stores.
///   - access: Returns the owner's shared instance. `nil` counts as broken. A struct has no identity: `as AnyObject`, it
///     is another object each time.
/// - Throws: A ``StressError`` if the race could not run, or if each result was a value in an object of its own;
///   `CancellationError` if the task was canceled.
@inlinable
public func stress<Owner: ~Copyable, Instance: AnyObject>(
  _ name: String? = nil, _ settings: StressSettings = .current, fresh: @escaping @Sendable () -> Owner,
  isWhole: (@Sendable (Instance) -> Bool)? = nil, access: @escaping @Sendable (borrowing Owner) -> Instance?
) async throws -> StressResult {
  try await race(name ?? "\(Owner.self)", settings, .manyTrials) { cells in
    Subject(cells: cells, fresh: fresh, isWhole: isWhole, access: access)
  }
}

/// Races an accessor that is awaited, such as an actor's.
///
/// Each thread runs its tasks itself, so that as many ask at the same time as there are threads. Unless the settings say
/// otherwise, the race runs in this process, because a task may need threads that a forked process lacks.
///
/// - Parameters:
///   - name: What the result calls the accessor; the owner's type if it is `nil`.
///   - settings: How the race runs.
///   - fresh: Makes the owner of one trial, on any of the threads.
///   - isWhole: Whether an instance is completely built; called by each thread on its instance immediately.
///   - awaiting: Returns the owner's shared instance. `nil` counts as broken.
/// - Throws: A ``StressError`` if the race could not run, or if each result was a value in an object of its own;
///   `CancellationError` if the task was canceled.
@inlinable
public func stress<Owner, Instance: AnyObject>(
  _ name: String? = nil, _ settings: StressSettings = .current, fresh: @escaping @Sendable () -> Owner,
  isWhole: (@Sendable (Instance) -> Bool)? = nil, awaiting: @escaping @Sendable (Owner) async -> Instance?
) async throws -> StressResult {
  try await race(name ?? "\(Owner.self)", settings, .awaitedTrials) { cells in
    Subject(cells: cells, fresh: fresh, isWhole: isWhole, awaiting: awaiting)
  }
}

/// Races the accessor of what exists once per process, such as a `static let` or a global variable.
///
/// Nothing makes a `static let` fresh again within a process. Each trial therefore has a process of its own, a copy of
/// this one, which takes one to five milliseconds. Whatever this process has asked for before is not fresh in the
/// copies either; with ``StressSettings/requiresOneInitialization``, the result says so.
///
/// - Parameters:
///   - name: What the result calls the accessor; the instance's type if it is `nil`.
///   - settings: How the race runs.
///   - isWhole: Whether an instance is completely built; called by each thread on its instance immediately.
///   - access: Returns the shared instance. `nil` counts as broken.
/// - Throws: A ``StressError`` if the race could not run, which it cannot where a process may not be copied, as on
///   macOS, or if each result was a value in an object of its own; `CancellationError` if the task was canceled.
@inlinable
public func stressOncePerProcess<Instance: AnyObject>(
  _ name: String? = nil, _ settings: StressSettings = .current, isWhole: (@Sendable (Instance) -> Bool)? = nil,
  access: @escaping @Sendable () -> Instance?
) async throws -> StressResult {
  try await race(name ?? "\(Instance.self)", settings, .oneTrialPerProcess) { cells in
    Subject(cells: cells, fresh: {}, isWhole: isWhole, access: { _ in access() })
  }
}
