package import Core
import Statistics
package import StrategyKit

/// Which rows a run has, and in which order they run.
package struct Plan: Sendable {
  /// One strategy in one scenario that was asked for.
  package struct Selection: Sendable {
    package let entry: CatalogEntry
    package let scenario: Scenario

    package init(entry: CatalogEntry, scenario: Scenario) {
      self.entry = entry
      self.scenario = scenario
    }
  }

  package struct PlannedRow: Sendable {
    package let key: RowKey
    package let entry: CatalogEntry
    package let scenario: Scenario
  }

  package let rows: [PlannedRow]

  /// Replicates are outside and strategies inside, each replicate in an order drawn from the seed: drift hits all rows
  /// alike.
  package init(_ selections: [Selection], settings: RunSettings) {
    var random = SplitMix64(seed: settings.seed)
    let whole = (1...settings.replicates).flatMap { replicate in
      selections.flatMap { selection in
        settings.threads.map { PlannedRow(selection, threads: $0, replicate: replicate, settings.row) }
      }.shuffled(using: &random)
    }
    rows = settings.shard.map { $0.share(of: whole) } ?? whole
  }
}

extension Plan.PlannedRow {
  fileprivate init(_ selection: Plan.Selection, threads: Int, replicate: Int, _ settings: RowSettings) {
    entry = selection.entry
    scenario = selection.scenario
    key = RowKey(
      strategy: selection.entry.info.id, scenario: selection.scenario, threads: threads, replicate: replicate,
      threadSource: settings.threadSource, initializerCost: settings.initializerCost)
  }
}
