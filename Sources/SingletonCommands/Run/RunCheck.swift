import SingletonCore
import SingletonStrategyChecker
import SingletonStrategyKit

/// The checker's part in the verdicts of a run: every strategy and scenario of the plan, with two threads.
///
/// All of the catalog takes half a second.
struct RunCheck {
  let checks: [StrategyCheck]

  init(_ plan: [StressRow], in catalog: Catalog) {
    checks = plan.distinct { $0.key.subject }.compactMap { row in
      guard let entry = catalog.entry(row.key.strategy), let scenario = Scenario(id: row.key.scenario) else {
        return nil
      }
      return BriefCheck.of(entry, scenario, in: catalog)
    }
  }

  /// Gives each row the verdict of the run and the checker together.
  ///
  /// A check that fails leaves the verdict of the run alone. An interruption leaves none out, or what the checker refutes
  /// would be called safe.
  func judge(_ rows: [StressRow], progressed: (CheckRun.Progress) -> Void) throws -> [StressRow] {
    let limits = CheckLimits(executions: BriefCheck.mostExecutions)
    let results = try CheckRun(checks, isInterruptible: false, limits: { limits }).results(progressed: progressed)
      .compactMap { try? $0?.get() }
    let found = Dictionary(results.map { (RowKey.subject($0.strategy, $0.scenario), $0) }) { first, _ in first }
    return rows.map { row in
      guard row.status != .interrupted else { return row }
      var row = row
      row.judge(with: found[row.key.subject])
      return row
    }
  }
}
