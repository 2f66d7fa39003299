package import SingletonCore
import SingletonMemoryModels
import SingletonTextFormats

/// A report on a page: the only one, or one of an old and a new one.
package struct PageReport: Sendable {
  /// The name of the report on the page; empty if there is only one report.
  let name: String
  let rows: [StressRow]
  let notes: [String]
  /// A summary of each strategy. Safe and cheap ones come first.
  let strategies: [StrategySummary]
  let pooled: [RowGroup]
  private let bySeries: [RowKey: [RowGroup]]

  /// - Parameters:
  ///   - judged: The rows with the verdicts that this page shows, or `nil` to show the verdicts of the run.
  ///   - notes: Notes that concern all rows.
  package init(name: String = "", rows: [StressRow], judged: [StressRow]? = nil, notes: [String] = []) {
    self.name = name
    self.rows = rows
    self.notes = notes
    pooled = RowGroup.pooled(judged ?? rows)
    strategies = StrategySummary.sorted(pooled, rows.map(\.key.strategy).distinct)
    bySeries = Dictionary(grouping: pooled) { $0.key.series }
  }

  /// Returns the report with verdicts that take these results into account. Rows whose verdict already includes the
  /// checker's are unchanged.
  func judged(by results: [CheckRow]) -> PageReport {
    let found = Dictionary(grouping: results.filter { $0.form == .harness }) {
      RowKey.subject($0.strategy, $0.scenario)
    }.mapValues(Self.telling)
    let judged = rows.map { row in
      var row = row
      if [.safe, .unknown].contains(row.verdict.kind), let check = found[row.key.checked] { row.judge(with: check) }
      return row
    }
    return PageReport(name: name, rows: rows, judged: judged, notes: notes)
  }

  /// Returns the most informative result: a refutation if there is one, otherwise a proof under the weakest model,
  /// because a proof under a stronger model does not hold for all machines.
  private static func telling(_ results: [CheckRow]) -> CheckRow? {
    let weakestFirst = MemoryModel.strongestFirst.reversed().flatMap { model in results.filter { $0.model == model } }
    return weakestFirst.first { $0.verdict == .refuted }
      ?? results.first {
        $0.verdict == .proved && $0.model == MemoryModel.strongestFirst.last && $0.threads == Verdict.checkedThreads
      }
  }

  /// Returns the rows of a series, sorted by thread count and by initializer cost.
  func rows(of series: RowKey) -> [RowGroup] { bySeries[series] ?? [] }

  /// The program, and the days, the machines and the numbers of threads of the run.
  var origin: String {
    let days = Set(rows.map { String($0.run.startedUTC.prefix(10)) }), machines = Set(rows.map(\.host.cpuModel))
    let cores = Set(rows.map(\.host.cores)).sorted().map { HumanFormat.counted($0, "core") }
    let threads = Set(rows.map(\.key.threads)).sorted()
    let counts = threads.map(HumanFormat.grouped).joined(separator: ", ") + (threads == [1] ? " thread" : " threads")
    let facts = days.sorted() + machines.sorted() + cores + [counts]
    return "\(Tool.current.name): " + facts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// The name as a prefix, such as `old: `; empty if there is only one report.
  var prefix: String { name.isEmpty ? "" : name + ": " }
}

extension RowKey {
  /// The key of all rows of one scenario with the same ``chartLabel``. It leaves out the replicate, the number of
  /// threads, and the initializer's cost.
  var series: RowKey {
    var key = group.withoutCost
    key.threads = 0
    return key
  }

  /// The label in a chart: the strategy's name, and the settings that differ from the usual ones.
  var chartLabel: String { strategy + (special.isEmpty ? "" : " (\(special.joined(separator: ", ")))") }
}

extension [PageReport] {
  /// Whether all rows come from the same machine and build, so that their times can be compared.
  var haveOneMachine: Bool { Set(flatMap { $0.rows.map(\.host.fingerprint) }).count < 2 }

  /// The distinct keys of series in the charts of all reports, in the order of the reports.
  var series: [RowKey] { flatMap { $0.rows.map(\.key.series) }.distinct }
}

extension [String] {
  /// The distinct scenarios, in the order of reports.
  var inScenarioOrder: [String] {
    Set(self).sorted { (Scenario.index(ofID: $0), $0) < (Scenario.index(ofID: $1), $1) }
  }
}
