package import SingletonCore
import SingletonMemoryModels
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
    /// Whether the scenario is the first of the form's scenarios; all of them have the same accessor.
    let isInFirstScenario: Bool
    /// Whether later accesses are timed: in the first scenario with the first cost, because they never reach the
    /// initializer.
    let isTimed: Bool
  }

  package let rows: [PlannedRow]
  package let seed: UInt64
  package let settings: RowSettings
  package let identity: PlanIdentity

  /// Creates a plan in which replicates follow one another. Each replicate runs all rows in an order drawn from the
  /// seed, so that drift affects all rows in the same way.
  ///
  /// - Parameters:
  ///   - shard: The share of the rows to run, or `nil` to run all of them.
  ///   - asksChecker: Whether the model checker completes the verdicts; shards can be merged only if the checker does
  ///     so for all of them or for none.
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
    // The facts that determine which values a plan measures, but not which share of them.
    let facts =
      [String(seed), String(replicates)] + (asksChecker ? [] : ["unchecked"])
      + RowSettings.options.flatMap { $0.arguments(for: settings) }
    identity = PlanIdentity(
      rows: whole.count, digest: Digest.hexadecimal(of: facts + whole.map(\.key.title)),
      shard: shard?.description ?? "")
  }
}

extension Plan.PlannedRow {
  /// The declared outcome with the row's threads on this machine's processor.
  var expected: Expectation {
    (raced.expectation(in: scenario) ?? .sound).applied(threads: key.threads, hardware: .ofThisMachine)
  }
}

// MARK: - Shards

/// One share of a plan that is drawn from one seed and divided among machines or jobs.
package struct Shard: Hashable, Sendable {
  /// The position of the share, from 1 to ``count``.
  package let number: Int
  package let count: Int

  /// The largest number of shares, far above the size of any cluster.
  private static let maxCount = 100_000

  /// Returns every `count`-th row, so that each share contains a part of each replicate.
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
