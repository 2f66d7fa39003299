import SingletonCore
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonStressEngine

/// The checker's part in the verdicts of a run: every strategy and scenario of the plan, with two threads.
///
/// All of the catalog takes half a second. It is asked before the run, so that whatever is said of a row, from the first
/// line on, is the verdict of both.
struct RunCheck {
  private let found: [RowKey: CheckRow]

  /// Asks the checker.
  ///
  /// A check that fails leaves the verdict of the run alone. An interruption leaves none out, or what the checker refutes
  /// would be called safe.
  ///
  /// - Parameter waiting: Called several times per second.
  init(_ plan: Plan, in catalog: Catalog, waiting: () -> Void) throws {
    let checks = plan.rows.distinct { $0.key.subject }.map { BriefCheck.of($0.entry, $0.scenario, in: catalog) }
    let limits = CheckLimits(executions: BriefCheck.mostExecutions)
    let results = try CheckRun(checks, isInterruptible: false, limits: { limits })
      .results { _ in waiting() }.compactMap { try? $0?.get() }
    found = Dictionary(results.map { (RowKey.subject($0.strategy, $0.scenario), $0) }) { first, _ in first }
  }

  /// Returns a row with the verdict of the run and the checker together.
  func judged(_ row: StressRow) -> StressRow {
    guard row.status != .interrupted else { return row }
    var row = row
    row.judge(with: found[row.key.subject])
    return row
  }
}
