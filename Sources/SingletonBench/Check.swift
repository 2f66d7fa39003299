import SingletonCore
import SingletonModelChecker
import SingletonStrategyChecker

/// Runs a strategy's source in every execution that the memory model of C++ (RC11) allows.
///
/// A test can demand a proof; if it fails, its message shows the execution that breaks the promise, step by step:
///
///     @Test func `the port's lock keeps its promise`() throws {
///       #expect(try check(PortLock.self).isProved)
///     }
///
/// - Parameters:
///   - strategy: The strategy, in its native form; `rebind(to:)` makes that of the model.
///   - scenario: What the threads do. What the strategy declares of it is expected; without a declaration, that the
///     promise holds.
///   - threads: The numbers of threads, from 1 to 5; each of them is checked.
/// - Returns: What was found.
/// - Throws: A ``CheckError`` if the executions cannot be explored.
public func check<S: Strategy>(
  _ strategy: S.Type, in scenario: Scenario = .firstAccess, threads: ClosedRange<Int> = 2...3
) throws(CheckError) -> CheckResult where S.B == NativeBackend {
  guard (1...StrategyCheck.maxThreads).contains(threads.lowerBound), threads.upperBound <= StrategyCheck.maxThreads
  else { throw CheckError("\(threads) threads are too few or too many\n  expected: 1 to \(StrategyCheck.maxThreads)") }
  let entry = CatalogEntry(strategy)
  var rows: [CheckRow] = []
  for count in threads {
    let check = StrategyCheck(entry, scenario, threads: count, sources: .files(of: [entry]))
    do { rows.append(try check.row()) } catch { throw CheckError(check, error) }
  }
  return CheckResult(rows)
}

/// The reason why the executions of a strategy cannot be explored.
public struct CheckError: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  init(_ check: StrategyCheck, _ error: ExplorationError) {
    let (problem, expected) = check.failure(error)
    self.init("\(problem)\n  expected: \(expected)")
  }
}
