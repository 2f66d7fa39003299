import SingletonCore
import SingletonStrategyChecker
import SingletonStrategyKit

/// A check that is made beside something else, as by `run` and `explain`; `check` has more threads and no limit.
enum BriefCheck {
  static let threads = Verdict.checkedThreads
  /// The limit of executions: far more than any strategy of the catalog has, so that one with more is answered at once.
  static let mostExecutions: UInt64 = 20_000

  static func of(_ entry: CatalogEntry, _ scenario: Scenario, in catalog: Catalog) -> StrategyCheck {
    StrategyCheck(entry, scenario, threads: threads, sources: catalog.sources)
  }
}
