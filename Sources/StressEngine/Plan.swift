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
    rows = (1...settings.replicates).flatMap { replicate in
      selections.flatMap { selection in
        settings.threads.map { PlannedRow(selection, threads: $0, replicate: replicate, settings: settings) }
      }.shuffled(using: &random)
    }
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

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): the same order for the same seed on every machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
