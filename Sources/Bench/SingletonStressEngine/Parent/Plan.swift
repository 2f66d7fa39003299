package import SingletonCore
import SingletonPlatform
import SingletonStatistics
package import SingletonStrategyKit
import SingletonTextFormats

/// The rows of a run, in execution order.
package struct Plan: Sendable {
  /// A requested strategy in a requested scenario.
  package typealias Selection = (entry: CatalogEntry, form: RowForm, scenario: Scenario)

  package struct PlannedRow: Sendable {
    package let key: RowKey
    package let entry: CatalogEntry
    let raced: RacedForm
    package let scenario: Scenario
    let initializerCost: InitializerCost
    /// Whether the scenario is the first one of this form. All scenarios of a form call the same accessor.
    let isInFirstScenario: Bool
    /// Whether later accesses are timed. They are timed only once per form and thread count, in the first scenario with
    /// the first initializer cost, because they never call the initializer.
    let isTimed: Bool
  }

  package let rows: [PlannedRow]
  package let seed: UInt64
  package let settings: RowSettings

  /// Creates a plan. Replicates follow one another, and each runs all rows in a random order drawn from the seed, so
  /// that a drift of the machine's speed affects all rows in the same way.
  package init(
    _ selections: [Selection], threads: [Int], initializerCosts: [InitializerCost] = [.none], replicates: Int = 1,
    seed: UInt64, settings: RowSettings = RowSettings()
  ) {
    self.seed = seed
    self.settings = settings
    var random = SplitMix64(seed: seed)
    let firstScenarios = selections.distinct { [$0.entry.info.id, $0.form.rawValue] }
    rows = (1...replicates).flatMap { replicate in
      selections.flatMap { selection in
        let isInFirstScenario = firstScenarios.contains {
          $0.entry.info.id == selection.entry.info.id && $0.form == selection.form && $0.scenario == selection.scenario
        }
        return threads.flatMap { threads in
          initializerCosts.map { cost in
            PlannedRow(
              key: RowKey(
                strategy: selection.entry.info.id, form: selection.form, scenario: selection.scenario, threads: threads,
                replicate: replicate, initializerCost: cost),
              entry: selection.entry, raced: selection.entry.raced(as: selection.form)!, scenario: selection.scenario,
              initializerCost: cost, isInFirstScenario: isInFirstScenario,
              isTimed: isInFirstScenario && cost == initializerCosts[0])
          }
        }
      }.shuffled(using: &random)
    }
  }
}

extension Plan.PlannedRow {
  /// The outcome that is declared for the row's number of threads on this machine's processor.
  var expected: Expectation {
    (raced.expectation(in: scenario) ?? .sound).applied(threads: key.threads, hardware: .ofThisMachine)
  }
}
