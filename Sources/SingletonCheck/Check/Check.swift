import Synchronization

@_exported public import enum SingletonCore.CheckVerdict
@_exported public import enum SingletonCore.Defect
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
/// among them, are put back after each execution. The closures run many times, on the calling thread, and nothing in
/// them may differ from run to run.
///
/// - Parameters:
///   - threads: The numbers of threads, from 2 through 16. Each additional thread multiplies the executions.
///   - model: The memory model; by default RC11, the model of C++ and Swift.
///   - executions: The number of executions, including blocked and symmetric ones, after which a search ends undecided;
///     `nil` for no limit.
///   - time: The time after which the check ends undecided. Greater numbers of threads are then not searched.
///   - replay: A replay code. The result then shows that execution. It is found again by a search for what the threads share,
///     which takes as long as the check.
///   - fresh: Makes an owner, such as an object of the class.
///   - access: Asks for the instance.
/// - Returns: The verdict for each number of threads, and the counterexample.
/// - Throws: A `CheckError` if there is no result.
public func check<Owner, Instance: AnyObject>(
  threads: ClosedRange<Int> = 2...2, under model: MemoryModel = .rc11, executions: UInt64? = nil,
  time: Duration = .seconds(60), replay: String? = nil, fresh: @escaping () -> Owner,
  access: @escaping (Owner) -> Instance?
) throws(CheckError) -> CheckResult {
  for count in [threads.lowerBound, threads.upperBound] where !(2...16).contains(count) {
    throw CheckError("threads: expected 2 through 16, got \(count)")
  }
  return try oneAtATime.withLock { (_) throws(CheckError) -> CheckResult in
    var search = InstrumentedSearch(
      model: model, executions: executions, time: time, fresh: fresh, access: access)
    if let replay { return try search.replay(replay) }
    return try search.result(threads)
  }
}

/// The arenas and the modeled threads exist once per process.
private let oneAtATime = Mutex(())
