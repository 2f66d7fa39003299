package import Outcomes
package import Strategies

/// Which rows a run has, and in which order they run.
package struct Plan: Sendable {
  /// One strategy in one scenario that was asked for.
  package struct Selection: Sendable {
    package let entry: CatalogEntry
    package let catalogIndex: Int
    package let scenario: Scenario

    package init(entry: CatalogEntry, catalogIndex: Int, scenario: Scenario) {
      self.entry = entry
      self.catalogIndex = catalogIndex
      self.scenario = scenario
    }
  }

  package struct PlannedRow: Sendable {
    package let key: RowKey
    package let entry: CatalogEntry
  }

  package let rows: [PlannedRow]

  /// Replicates outside, strategies inside, each replicate in an order drawn from the seed: drift hits all rows alike.
  package init(_ selections: [Selection], settings: RunSettings) {
    var random = SeededGenerator(seed: settings.seed)
    let whole = (1...settings.replicates).flatMap { replicate in
      selections.flatMap { selection in
        settings.threads.map { PlannedRow(selection, threads: $0, replicate: replicate, settings: settings) }
      }.shuffled(using: &random)
    }
    rows = settings.shard.map { $0.share(of: whole) } ?? whole
  }
}

extension Plan.PlannedRow {
  fileprivate init(_ selection: Plan.Selection, threads: Int, replicate: Int, settings: RunSettings) {
    entry = selection.entry
    key = RowKey(
      strategy: selection.entry.card.id, scenario: selection.scenario, threads: threads, replicate: replicate,
      engine: settings.engine, initializerCost: settings.initializerCost, catalogIndex: selection.catalogIndex)
  }
}
