import SingletonCore
import SingletonStrategyKit
import SingletonStressEngine

/// Finds seeds under which rows run in a wanted order. The plan is a function of the seed and of the number of rows.
enum Seed {
  /// Returns a seed under which the first of these strategies, each with one row, is `first`.
  static func putting(_ first: String, firstOf ids: [String]) -> String {
    let seed = (1...).first { order(of: ids, seed: UInt64($0)).first == first }!
    return String(seed)
  }

  static func order(of ids: [String], seed: UInt64) -> [String] {
    let selections = ids.map { (entry: entry($0), form: RowForm.harness, scenario: Scenario.firstAccess) }
    return Plan(selections, threads: [2], seed: seed).rows.map(\.key.strategy)
  }

  private static func entry(_ id: String) -> CatalogEntry {
    CatalogEntry(info: StrategyInfo(id: id, idea: "", expects: [.firstAccess: .sound])) { _ in fatalError("never runs")
    }
  }
}
