import SingletonCore
import SingletonPresentation
import SingletonStrategyChecker

/// Runs a strategy's source in every execution that the memory model of C++ (RC11) allows.
///
/// A test can demand a proof; if the test fails, its message shows the execution that breaks the promise, step by step:
///
///     @Test func `the port's lock keeps its promise`() throws {
///       #expect(try check(PortLock.self).isProved)
///     }
///
/// - Parameters:
///   - strategy: The strategy, in its native form; `rebind(to:)` returns its form in the model.
///   - scenario: The actions of the threads. The expectation is what the strategy declares for the scenario or, without
///     a declaration, that the promise holds.
///   - threads: The number of threads, or a range of numbers, each of which is checked, from 1 to 5.
/// - Returns: The verdict for each number of threads, and the counterexample. The result's description is what the
///   command `check` prints.
/// - Throws: A `CheckError` if the executions cannot be explored.
public func check<S: Strategy>(
  _ strategy: S.Type, in scenario: Scenario = .firstAccess, threads: some ThreadCounts = 2...3
) throws(CheckError) -> CheckResult where S.B == NativeBackend {
  let threads = threads.threadCounts
  guard (1...StrategyCheck.maxThreads).contains(threads.lowerBound), threads.upperBound <= StrategyCheck.maxThreads
  else { throw CheckError("\(threads) threads are too few or too many\n  expected: 1 to \(StrategyCheck.maxThreads)") }
  let entry = CatalogEntry(strategy)
  var rows: [CheckRow] = []
  for count in threads {
    let check = StrategyCheck(entry, scenario, threads: count, sources: .files(of: [entry]))
    do { rows.append(try check.row()) } catch {
      let (problem, expected) = check.failure(error)
      throw CheckError("\(problem)\n  expected: \(expected)")
    }
  }
  var result = CheckResult(entry.info.id, rows)
  result.replayCode = rows.lazy.compactMap(\.counterexample?.code).first
  // A drawing with a code would name the command `replay`, which a test does not have.
  for index in rows.indices { rows[index].counterexample?.code = "" }
  result.counterexample = CheckTable(rows).drawings().first
  result.description = CheckTable(rows).text(drawing: true)
  return result
}
