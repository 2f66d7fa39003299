import Outcomes
import Strategies
import StressEngine

/// Seeds under which the rows run in a wanted order: the plan is a function of the seed and of how many rows there are.
enum Seed {
  /// - Parameters:
  ///   - ids: one row each, in the order of the catalogue.
  static func putting(_ first: String, firstOf ids: [String]) -> String {
    let seed = (1...).first { order(of: ids, seed: UInt64($0)).first == first }!
    return String(seed)
  }

  static func order(of ids: [String], seed: UInt64) -> [String] {
    let selections = ids.enumerated().map { index, id in
      Plan.Selection(entry: entry(id), catalogIndex: index, scenario: .firstAccess)
    }
    return Plan(selections, settings: RunSettings(threads: [2], seed: seed)).rows.map(\.key.strategy)
  }

  private static func entry(_ id: String) -> CatalogEntry {
    CatalogEntry(card: Card(id: id, idea: "", expects: [.firstAccess: .sound])) { _ in fatalError("never runs") }
  }
}
