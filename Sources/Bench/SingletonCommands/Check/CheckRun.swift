import Dispatch
package import SingletonCore
import SingletonModelChecker
import SingletonPlatform
package import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonStressEngine
import Synchronization

/// A check whose result is a row.
protocol RowCheck: Sendable {
  /// The row, before it is checked.
  var row: CheckRow { get }
  /// Whether no other check may run in this process meanwhile.
  var runsAlone: Bool { get }

  func checkedRow(limits: CheckLimits) throws(CommandError) -> CheckRow
}

/// Several checks that run on all cores until they are done or the user interrupts them.
struct CheckRun {
  private let checks: [any RowCheck]
  private let isInterruptible: Bool
  /// Returns the limits of a check with this many threads that begins now.
  private let limits: @Sendable (_ threads: Int) -> CheckLimits
  private let state = State()

  /// The state that the checking threads share with the calling thread.
  private final class State: Sendable {
    let finished = Atomic(0)
    let executions = Atomic(0)
    /// The indices of the running checks, in the order in which they began.
    let running = Mutex<[Int]>([])
    let isInterrupted = Atomic(false)
    /// The results, set when all checks are done.
    let results = Mutex<[Result<CheckRow, CommandError>?]>([])
    let isDone = DispatchSemaphore(value: 0)
  }

  /// The number of finished checks, the number of executions so far (including blocked ones), and the running check
  /// that began first, or `nil` if none is running.
  typealias Progress = (finished: Int, executions: Int, running: (any RowCheck)?)

  /// - Parameter isInterruptible: Whether an interruption ends the unfinished checks.
  init(
    _ checks: [any RowCheck], isInterruptible: Bool = true,
    limits: @escaping @Sendable (_ threads: Int) -> CheckLimits
  ) {
    self.checks = checks
    self.isInterruptible = isInterruptible
    self.limits = limits
  }

  /// Runs the checks.
  ///
  /// - Parameter progressed: Called on the calling thread several times per second.
  /// - Returns: The results in the order of the checks. The result of a check that an interruption left out is `nil`.
  func results(progressed: (Progress) -> Void) throws -> [Result<CheckRow, CommandError>?] {
    let signals = try isInterruptible ? SignalWatcher() : nil
    // Another thread runs the checks, so that the calling thread can watch for signals and show the progress.
    if !startThread(execute) { execute() }
    while state.isDone.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if signals?.isInterrupted == true { state.isInterrupted.store(true, ordering: .relaxed) }
      progressed(progress)
    }
    return state.results.withLock { $0 }
  }

  private var progress: Progress {
    let running = state.running.withLock(\.first)
    return (
      state.finished.load(ordering: .relaxed), state.executions.load(ordering: .relaxed), running.map { checks[$0] }
    )
  }

  @Sendable private func execute() {
    let check = { @Sendable [state] (number: Int, check: any RowCheck) -> Result<CheckRow, CommandError>? in
      var limits = limits(check.row.threads)
      limits.isInterrupted = {
        state.executions.add(1, ordering: .relaxed)
        return state.isInterrupted.load(ordering: .relaxed)
      }
      if state.isInterrupted.load(ordering: .relaxed) { return nil }
      state.running.withLock { $0.append(number) }
      let result = Result { () throws(CommandError) in try check.checkedRow(limits: limits) }
      state.running.withLock { $0.removeAll { $0 == number } }
      state.finished.add(1, ordering: .relaxed)
      // A check that was stopped by an interruption has no result.
      return state.isInterrupted.load(ordering: .relaxed) ? nil : result
    }
    let numbered = Array(checks.enumerated())
    let results =
      checks.contains(where: \.runsAlone)
      ? numbered.map { check($0.offset, $0.element) } : numbered.concurrentMap { check($0.offset, $0.element) }
    state.results.withLock { $0 = results }
    state.isDone.signal()
  }
}

// MARK: - For a run

/// The checker's verdicts for a run: on every strategy and scenario of the plan, with two threads. For the whole
/// catalog, this takes half a second.
struct CheckedVerdicts {
  private let found: [RowKey: CheckRow]

  /// Runs the checks.
  ///
  /// If a check fails, the verdict is that of the run alone. An interruption does not leave out a check: otherwise, the
  /// run could call a strategy safe that the checker refutes.
  ///
  /// - Parameter waiting: Called several times per second.
  init(_ plan: Plan, in catalog: Catalog, waiting: () -> Void) throws {
    let checks = plan.rows.distinct { $0.key.checked }.map { StrategyCheck(brief: $0.entry, $0.scenario, in: catalog) }
    let results = try CheckRun(checks, isInterruptible: false, limits: { _ in .brief })
      .results { _ in waiting() }.compactMap { try? $0?.get() }
    found = Dictionary(results.map { (RowKey.subject($0.strategy, $0.scenario), $0) }) { first, _ in first }
  }

  /// Returns a row with the combined verdict of the run and the checker.
  func judged(_ row: StressRow) -> StressRow {
    guard row.status != .interrupted else { return row }
    var row = row
    row.judge(with: found[row.key.checked])
    return row
  }
}

// MARK: - Single checks

extension StrategyCheck: RowCheck {
  var row: CheckRow { CheckRow(self) }
  var runsAlone: Bool { false }

  /// The number of threads in checks that other commands make, such as `run` and `explain`. The command `check` uses
  /// more.
  static let briefThreads = Verdict.checkedThreads

  /// Creates a check for a command other than `check`.
  init(brief entry: CatalogEntry, _ scenario: Scenario, in catalog: Catalog) {
    self.init(entry, scenario, threads: Self.briefThreads, sources: catalog.sources)
  }

  /// Runs the check, like ``row(limits:)``.
  ///
  /// - Throws: The error to report if the checker cannot explore the strategy.
  package func checkedRow(limits: CheckLimits = CheckLimits()) throws(CommandError) -> CheckRow {
    do { return try row(limits: limits) } catch { throw CommandError(self, error) }
  }
}

extension CommandError {
  init(_ check: StrategyCheck, _ error: ExplorationError) {
    let (problem, expected) = check.failure(error)
    self.init(
      code: error.isOfSystem ? .systemRefused : .unreadableInput, problem: "check: " + problem, expected: expected)
  }
}

extension CheckLimits {
  /// The limits of a check for a command other than `check`. No strategy of the catalog comes near this number of
  /// executions, but one with more must not take long.
  static let brief = CheckLimits(executions: 20_000)
}
