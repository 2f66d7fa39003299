import Core
import StrategyChecker
import StrategyKit

/// The checker's part in the verdicts of a run: every strategy and scenario of the plan, with two threads.
///
/// Two threads show everything that the catalog declares, and take a second in all; `check` has more.
struct RunCheck {
  private static let threads = 2
  /// The limit of executions of one check: far more than any strategy of the catalog has.
  private static let mostExecutions: UInt64 = 20_000

  let checks: [StrategyCheck]

  init(_ plan: [StressRow], in catalog: Catalog) {
    checks = plan.distinct { $0.key.subject }.compactMap { row in
      guard let entry = catalog.entry(row.key.strategy), let scenario = Scenario(id: row.key.scenario) else {
        return nil
      }
      return StrategyCheck(entry, scenario, threads: Self.threads, sources: catalog.sources)
    }
  }

  /// Gives each row the verdict of the run and the checker together.
  ///
  /// A check that fails or is interrupted leaves the verdict of the run alone.
  func judge(_ rows: [StressRow], progressed: (Int) -> Void) throws -> [StressRow] {
    let limits = CheckLimits(executions: Self.mostExecutions)
    let results = try CheckRun(checks, limits: limits).rows(progressed: progressed)
    let found = Dictionary(results.map { (RowKey.subject($0.strategy, $0.scenario), $0) }) { first, _ in first }
    return rows.map { row in
      var row = row
      row.judge(with: found[row.key.subject])
      return row
    }
  }
}
