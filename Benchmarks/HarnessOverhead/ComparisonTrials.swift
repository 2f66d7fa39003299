import SingletonArgumentParsing
import SingletonComparison
import SingletonCore
import SingletonStatistics
import SingletonStrategies
import SingletonStrategyKit
import SingletonStressEngine
import SingletonTextFormats

/// A measurement of how often `compare` raises a false alarm, and how often it finds an accessor that has become
/// slower, or that executes an instruction, a fence or a call more.
///
/// All rows are measured once, in many replicates. Each comparison takes consecutive replicates and deals them at
/// random to two sides, like a gate that runs two builds alternately. Both sides are the same program, unless the new
/// one has a row replaced by a slower strategy's.
struct ComparisonTrials {
  private let settings: ComparisonSettings
  private let originals: [[StressRow]]
  private let slowed: [String: [StressRow]]

  static func show(_ settings: ComparisonSettings) throws {
    guard settings.pool >= 2 * settings.replicates else {
      throw UsageError(
        "--pool \(settings.pool) is less than both sides' replicates", expected: "at least \(2 * settings.replicates)")
    }
    let trials = try ComparisonTrials(settings)
    for gate in settings.gates { trials.show(gate: Double(gate)) }
  }

  private init(_ settings: ComparisonSettings) throws {
    self.settings = settings
    var row = RowSettings()
    row.time = .milliseconds(settings.milliseconds)
    let replacements = SlowedStrategies.entries + ChangedStrategies.entries
    let entries = Catalog.standard.entries + [ChangedStrategies.original] + replacements
    let selections = entries.filter { $0.raced(as: .harness)?.expectation(in: .firstAccess) != nil }.map {
      (entry: $0, form: RowForm.harness, scenario: Scenario.firstAccess)
    }
    let measured = try RowRun.rows(
      selections, threads: settings.threads, replicates: settings.pool, settings: row)
    let rows = measured.filter { $0.measured?.access != nil }
    let ids = Set(replacements.map(\.info.id))
    slowed = Dictionary(grouping: rows.filter { ids.contains($0.key.strategy) }, by: \.key.strategy)
    originals = Dictionary(grouping: rows.filter { !ids.contains($0.key.strategy) }, by: \.key.strategy)
      .sorted { $0.key < $1.key }.map(\.value)
  }

  private func show(gate: Double) {
    let deals = deals()
    var table = Table(figures: [
      "new side", "times as long", "slower", "faster", "not judged", "false alarms", "ratio above 1.1, per 40 rows",
    ])
    table.append(cells("the same", nil, deals, gate))
    for id in SlowedStrategies.entries.map(\.info.id) {
      table.append(cells(id, (SlowedStrategies.original, slowed[id]!), deals, gate))
    }
    for id in ChangedStrategies.entries.map(\.info.id) {
      table.append(cells(id, (ChangedStrategies.original.info.id, slowed[id]!), deals, gate))
    }
    table.show(
      "\(settings.comparisons) comparisons of \(originals.count) rows, \(settings.threads) threads,"
        + " \(settings.replicates) replicates per side of \(settings.milliseconds) ms, gate \(Int(gate))%")
  }

  /// The replicates of both sides of each comparison.
  private func deals() -> [(old: Set<Int>, new: Set<Int>)] {
    var random = SplitMix64(seed: 1)
    let count = 2 * settings.replicates
    return (0..<settings.comparisons).map { _ in
      let first = 1 + Int(random.draw(below: UInt64(settings.pool - count + 1)))
      let dealt = Array(first..<first + count).shuffled(using: &random)
      return (Set(dealt.prefix(settings.replicates)), Set(dealt.suffix(settings.replicates)))
    }
  }

  /// Compares all deals, with the rows of one strategy replaced on the new side.
  private func cells(
    _ name: String, _ replaced: (original: String, rows: [StressRow])?, _ deals: [(old: Set<Int>, new: Set<Int>)],
    _ gate: Double
  ) -> [String] {
    var (slower, faster, unjudged, alarms, differing) = (0, 0, 0, 0, 0)
    var ratios: [Double] = []
    for deal in deals {
      for row in compare(deal, replaced, gate) {
        guard let time = row.time else { continue }
        let isReplaced = row.key.strategy == replaced?.original
        if isReplaced { ratios.append(time.ratio) }
        let isVerdict = time.direction == .slower || time.direction == .faster
        if isReplaced || replaced == nil {
          slower += time.direction == .slower ? 1 : 0
          faster += time.direction == .faster ? 1 : 0
          unjudged += time.direction == .notJudged ? 1 : 0
        }
        if !isReplaced {
          alarms += isVerdict ? 1 : 0
          differing += max(time.ratio, 1 / time.ratio) > 1.1 ? 1 : 0
        }
      }
    }
    let rows = Double(originals.count * deals.count)
    return [
      name, ratios.isEmpty ? "" : median(ratios).rounded(to: 2), "\(slower)", "\(faster)", "\(unjudged)", "\(alarms)",
      (40 * Double(differing) / rows).rounded(to: 2),
    ]
  }

  private func compare(
    _ deal: (old: Set<Int>, new: Set<Int>), _ replaced: (original: String, rows: [StressRow])?, _ gate: Double
  ) -> [ComparisonRow] {
    let old = originals.flatMap { $0.filter { deal.old.contains($0.key.replicate) } }
    let new = originals.flatMap { rows in
      let rows = rows[0].key.strategy == replaced?.original ? replaced!.rows : rows
      return rows.filter { deal.new.contains($0.key.replicate) }.map { row in
        var row = row
        if let replaced, row.key.strategy == replaced.rows[0].key.strategy { row.key.strategy = replaced.original }
        return row
      }
    }
    var demands = ComparisonDemands()
    demands.gate = .percent(gate)
    return ReportComparison(old: ComparedReport(rows: old), new: ComparedReport(rows: new), demands).rows
  }
}

/// The arguments of `HarnessOverhead comparisons`.
struct ComparisonSettings {
  var threads = 1
  var replicates = 10
  var pool = 60
  var milliseconds = 100
  var comparisons = 200
  var gates = [25, 10]
}

struct ComparisonsCommand: ParsableCommand {
  let name = "comparisons"
  let abstract = "how often a gate on times raises a false alarm, and how often it finds what became slower"
  let examples = [Example("comparisons --threads 2 --pool 100", "rows in which two threads contend")]
  let defaults = ComparisonSettings()

  var options: [Option<ComparisonSettings>] {
    [
      Option("--threads", .wholeNumber(in: 1...255), sets: \.threads, "threads that call", default: "1"),
      Option("--replicates", .wholeNumber(in: 1...100), sets: \.replicates, "replicates per side", default: "10"),
      Option("--pool", .wholeNumber(in: 2...10_000), sets: \.pool, "replicates to measure", default: "60"),
      Option("--time", .wholeNumber(in: 1...60_000), sets: \.milliseconds, "milliseconds per row", default: "100"),
      Option("--comparisons", .wholeNumber(in: 1...100_000), sets: \.comparisons, "comparisons", default: "200"),
    ]
  }

  var argument: Argument<ComparisonSettings>? { nil }
}
