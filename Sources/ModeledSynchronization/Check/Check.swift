import SingletonModelChecker

@_exported public import enum SingletonCore.CheckVerdict
@_exported public import enum SingletonCore.Defect
@_exported public import protocol SingletonCore.ThreadCounts
@_exported public import enum SingletonCore.Timeouts
@_exported public import enum SingletonMemoryModels.MemoryModel
@_exported public import struct SingletonStrategyChecker.CheckError
@_exported public import struct SingletonStrategyChecker.CheckResult

/// Checks that all threads that ask a fresh owner for its instance get the same one, fully built, in every execution that
/// the memory model allows.
///
/// The class is compiled with the types of this module in place of the toolchain's types. Each modeled thread makes an
/// owner and calls the accessor once; the owners' modeled properties are the same memory in all threads. The search
/// visits every execution: every order of the operations, and every value that a read may see.
///
///     let result = try check(fresh: { Account() }, access: { $0.cache })
///     #expect(result.isProved)
///
/// The closures run many times, on the calling thread. Apart from the values that modeled operations read, nothing in
/// them may differ from run to run. A run may be abandoned in the middle, and the objects that it then holds are never
/// released.
///
/// A failed precondition, such as a forced unwrap of `nil`, is an execution that stops the process: the class is
/// refuted, and the message with its line appears on standard error, once for each such execution. A crash of another
/// kind ends the process; in that case, run `swift test --no-parallel`, whose last line names the test.
///
/// - Parameters:
///   - threads: The number of threads, or a range, from 2 through 32. Each additional thread multiplies the executions.
///   - model: The memory model; by default RC11, the model of C++ and Swift.
///   - timeouts: When a wait with a time limit may time out; by default only if no thread can take another step.
///   - executions: The number of executions, including blocked and symmetric ones, after which a search ends undecided;
///     `nil` for no limit.
///   - time: The time after which the check ends undecided. Greater numbers of threads are then not searched.
///   - replay: A replay code. The result then shows that execution, without a search.
///   - fresh: Makes an owner, such as an object of the class.
///   - access: Asks for the instance.
/// - Returns: The verdict for each number of threads, and the counterexample.
/// - Throws: A `CheckError` if there is no result.
public func check<Owner, Instance: AnyObject>(
  threads: some ThreadCounts = 2...3, under model: MemoryModel = .rc11, timeouts: Timeouts = .whenStuck,
  executions: UInt64? = nil, time: Duration = .seconds(60), replay: String? = nil, fresh: @escaping () -> Owner,
  access: @escaping (Owner) -> Instance?
) throws(CheckError) -> CheckResult {
  let threads = threads.threadCounts
  for count in [threads.lowerBound, threads.upperBound] where !(2...ExecutionGraph.threadLimit).contains(count) {
    throw CheckError(threads: count)
  }
  ThreadRun.catchesTraps
  let log = CheckLog()
  defer { log.begin(nil) }
  let search = AccessSearch(
    name: "\(Owner.self)", model: model, timeouts: timeouts, log: log, executions: executions, time: time
  ) { thread in thread.finish(access(thread.makeOwner(fresh))) }
  try search.rehearse()
  if let replay { return try search.replay(replay) }
  return try search.result(threads)
}
