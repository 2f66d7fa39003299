import SingletonArgumentParsing
import SingletonComparison
import SingletonCore
import SingletonPlatform
import SingletonStrategies
import SingletonStrategyKit
import SingletonStressEngine
import SingletonTextFormats

/// A measurement of how often `compare` finds a difference of counts between equal programs, and how often it finds an
/// instruction, a fence or a call that one has more.
struct CountTrials {
  private let settings: CountSettings

  static func show(_ settings: CountSettings) throws { try CountTrials(settings: settings).show() }

  private func show() throws {
    let host = HostInfo.ofThisMachine()
    let all = Catalog.standard.entries.flatMap { entry in
      // What traps or hangs has no counts.
      RowForm.allCases.filter { entry.raced(as: $0)?.declarations[0].expectation.demand.endings.isEmpty == true }
        .map { (entry: entry, form: $0) }
    }
    var table = Table(figures: ["new side", "comparisons", "rows", "worse", "better", "not judged", "unchanged"])
    table.append(try cells("the same", settings.comparisons, all, all, host))
    let original = [(entry: ChangedStrategies.original, form: RowForm.harness)]
    for entry in ChangedStrategies.entries {
      table.append(
        try cells(entry.info.id, settings.comparisons * settings.factor, original, [(entry, .harness)], host))
    }
    table.show("Comparisons of counts of instructions, one replicate per side")
  }

  private typealias Form = (entry: CatalogEntry, form: RowForm)

  /// Counts both sides anew for each comparison.
  private func cells(
    _ name: String, _ comparisons: Int, _ old: [Form], _ new: [Form], _ host: HostInfo
  ) throws -> [String] {
    var changes: [GroupChange] = []
    for _ in 0..<comparisons {
      let before = try zip(old, old).map { try row($0, as: $1, host) }
      let now = try zip(new, old).map { try row($0, as: $1, host) }
      let compared = ReportComparison(old: ComparedReport(rows: before), new: ComparedReport(rows: now))
      changes += compared.rows.map(\.verdict)
    }
    return [name, "\(comparisons)", "\(changes.count)"]
      + [GroupChange.worse, .better, .notJudged].map { verdict in "\(changes.count { $0 == verdict })" }
      + ["\(changes.count(where: \.isUnchanged))"]
  }

  /// Returns a row with the counts of a form, under the name of another one.
  private func row(_ form: Form, as named: Form, _ host: HostInfo) throws -> StressRow {
    var measured = Measurements()
    measured.counts = try AccessCounts(of: form.entry, as: form.form)
    let key = RowKey(
      strategy: named.entry.info.id, form: named.form, scenario: .firstAccess, threads: 1, replicate: 1,
      threadSource: .pthread)
    let run = RunMetadata(id: "", startedUTC: "", toolVersion: "", commit: "")
    return StressRow(
      key: key, run: run, host: host, seed: 0, status: .ok, expected: .sound, measured: measured, grade: .passed)
  }
}

/// The arguments of `HarnessOverhead counts`.
struct CountSettings {
  var comparisons = 10
  var factor = 100
}

struct CountsCommand: ParsableCommand {
  let name = "counts"
  let abstract = "how often a gate on counts of instructions raises a false alarm, and how often it finds one more"
  let examples = [Example("counts --comparisons 10 --factor 100", "1,000 comparisons of each change of one strategy")]
  let defaults = CountSettings()

  var options: [Option<CountSettings>] {
    [
      Option(
        "--comparisons", .wholeNumber(in: 1...100_000), sets: \.comparisons, "comparisons of all rows", default: "10"),
      Option(
        "--factor", .wholeNumber(in: 1...100_000), sets: \.factor, "times as many comparisons of each change",
        default: "100"),
    ]
  }

  var argument: Argument<CountSettings>? { nil }
}
