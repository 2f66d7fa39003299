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
  package let identity: PlanIdentity

  /// Creates a plan. Replicates follow one another, and each runs all rows in a random order drawn from the seed, so
  /// that a drift of the machine's speed affects all rows in the same way.
  ///
  /// - Parameters:
  ///   - shard: The share of the rows to run, or `nil` to run all rows.
  ///   - asksChecker: Whether the model checker contributes to the verdicts. Reports of shards can be merged only if
  ///     all of them have the same value.
  package init(
    _ selections: [Selection], threads: [Int], initializerCosts: [InitializerCost] = [.none], replicates: Int = 1,
    seed: UInt64, shard: Shard? = nil, asksChecker: Bool = true, settings: RowSettings = RowSettings()
  ) {
    self.seed = seed
    self.settings = settings
    var random = SplitMix64(seed: seed)
    let firstScenarios = selections.distinct { [$0.entry.info.id, $0.form.rawValue] }
    let whole = (1...replicates).flatMap { replicate in
      selections.flatMap { selection in
        let isInFirstScenario = firstScenarios.contains {
          $0.entry.info.id == selection.entry.info.id && $0.form == selection.form && $0.scenario == selection.scenario
        }
        return threads.flatMap { threads in
          initializerCosts.map { cost in
            PlannedRow(
              key: RowKey(
                strategy: selection.entry.info.id, form: selection.form, scenario: selection.scenario, threads: threads,
                replicate: replicate, threadSource: settings.threadSource, initializerCost: cost,
                placement: settings.placement),
              entry: selection.entry, raced: selection.entry.raced(as: selection.form)!, scenario: selection.scenario,
              initializerCost: cost, isInFirstScenario: isInFirstScenario,
              isTimed: isInFirstScenario && cost == initializerCosts[0])
          }
        }
      }.shuffled(using: &random)
    }
    rows = shard.map { $0.share(of: whole) } ?? whole
    // Everything that determines what a plan measures, except for the share of it that runs.
    let facts =
      [String(seed), String(replicates)] + (asksChecker ? [] : ["unchecked"])
      + RowSettings.options.flatMap { $0.arguments(for: settings) }
    identity = PlanIdentity(
      rows: whole.count, digest: Digest.hexadecimal(of: facts + whole.map(\.key.title)),
      shard: shard?.description ?? "")
  }
}

extension Plan.PlannedRow {
  /// The outcome that is declared for the row's number of threads on this machine's processor.
  var expected: Expectation {
    (raced.expectation(in: scenario) ?? .sound).applied(threads: key.threads, hardware: .ofThisMachine)
  }
}

// MARK: - Shards

/// One share of a plan that several machines or jobs divide among themselves. All of them draw the plan from the same
/// seed.
package struct Shard: Hashable, Sendable {
  /// The number of the share, from 1 to ``count``.
  package let number: Int
  package let count: Int

  /// The largest number of shares, which is far more than any cluster has machines.
  private static let maxCount = 100_000

  /// Returns every `count`-th row, so that each share contains some rows of each replicate.
  func share<Row>(of rows: [Row]) -> [Row] {
    stride(from: number - 1, to: rows.count, by: count).map { rows[$0] }
  }
}

/// The text of a shard as the value of `--shard`, such as `2/8`.
extension Shard: LosslessStringConvertible {
  package static let spelling = "the share's number and how many there are, such as 2/8"

  package var description: String { "\(number)/\(count)" }

  package init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in part.allSatisfy(\.isNumber) ? Int(part) : nil }
    guard parts.count == 2, numbers.count == 2, (1...Self.maxCount).contains(numbers[1]),
      (1...numbers[1]).contains(numbers[0])
    else { return nil }
    (number, count) = (numbers[0], numbers[1])
  }
}
