package import SingletonCore
import SingletonStatistics
package import SingletonStrategyKit

/// The rows of a run, in execution order.
package struct Plan: Sendable {
  /// A requested strategy in a requested scenario.
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
  package let identity: PlanIdentity

  /// Creates a plan in which replicates follow one another. Each replicate runs all rows in an order drawn from the
  /// seed, so that drift affects all rows alike.
  package init(_ selections: [Selection], settings: RunSettings) {
    var random = SplitMix64(seed: settings.seed)
    let whole = (1...settings.replicates).flatMap { replicate in
      selections.flatMap { selection in
        settings.threads.map { PlannedRow(selection, threads: $0, replicate: replicate, settings.row) }
      }.shuffled(using: &random)
    }
    rows = settings.shard.map { $0.share(of: whole) } ?? whole
    identity = PlanIdentity(
      rows: whole.count, digest: Digest.hexadecimal(of: settings.facts + whole.map(\.key.name)),
      shard: settings.shard?.description ?? "")
  }
}

extension Plan.PlannedRow {
  fileprivate init(_ selection: Plan.Selection, threads: Int, replicate: Int, _ settings: RowSettings) {
    entry = selection.entry
    scenario = selection.scenario
    key = RowKey(
      strategy: selection.entry.info.id, scenario: selection.scenario, threads: threads, replicate: replicate,
      threadSource: settings.threadSource, initializerCost: settings.initializerCost,
      placement: settings.placement)
  }
}
