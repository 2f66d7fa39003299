package import SingletonCore
import SingletonMemoryModels
import SingletonTextFormats

/// A report on a page: the only one, or the old or the new one of two.
package struct PageReport: Sendable {
  /// The name of the report on the page, which is empty if there is only one.
  let name: String
  let rows: [StressRow]
  let notes: [String]
  /// A line for each strategy, the safe and cheap ones first.
  let strategies: [StrategySummary]
  let pooled: [RowGroup]
  private let bySeries: [RowKey: [RowGroup]]

  /// - Parameters:
  ///   - judged: The rows with their verdicts on this page, if those are not the verdicts of the run.
  ///   - notes: Notes about the rows as a whole.
  package init(name: String = "", rows: [StressRow], judged: [StressRow]? = nil, notes: [String] = []) {
    self.name = name
    self.rows = rows
    self.notes = notes
    pooled = RowGroup.pooled(judged ?? rows)
    strategies = StrategySummary.sorted(pooled, rows.map(\.key.strategy).distinct)
    bySeries = Dictionary(grouping: pooled) { $0.key.series }
  }

  /// Returns the report with verdicts that include these results, unless a row already has a verdict of the checker.
  func judged(by results: [CheckRow]) -> PageReport {
    let found = Dictionary(grouping: results) { RowKey.subject($0.strategy, $0.scenario) }.mapValues(Self.telling)
    let judged = rows.map { row in
      var row = row
      if [.safe, .unknown].contains(row.verdict.kind), let check = found[row.key.checked] { row.judge(with: check) }
      return row
    }
    return PageReport(name: name, rows: rows, judged: judged, notes: notes)
  }

  /// Returns the most informative result: a refutation, or else a proof under the weakest model, because a proof under a
  /// stronger model does not hold for other machines.
  private static func telling(_ results: [CheckRow]) -> CheckRow? {
    let weakestFirst = MemoryModel.strongestFirst.reversed().flatMap { model in results.filter { $0.model == model } }
    return weakestFirst.first { $0.verdict == .refuted }
      ?? results.first {
        $0.verdict == .proved && $0.model == MemoryModel.strongestFirst.last && $0.threads == Verdict.checkedThreads
      }
  }

  /// Returns the rows of a series, ordered by thread count and initializer's cost.
  func rows(of series: RowKey) -> [RowGroup] { bySeries[series] ?? [] }

  /// The name as a prefix, such as `old: `; empty for the only report.
  var prefix: String { name.isEmpty ? "" : name + ": " }
}

extension RowKey {
  /// The key that all rows with the same ``chartLabel(namesScenario:)`` share: this key without the replicate, the
  /// number of threads, and the initializer's cost.
  var series: RowKey {
    var key = group.withoutCost
    key.threads = 0
    return key
  }

  /// The name in a chart: the strategy, and each unusual setting.
  func chartLabel(namesScenario: Bool = true) -> String {
    let scenarios = namesScenario && scenario != Scenario.firstAccess.id ? [scenario] : []
    return ([strategy] + scenarios + special).joined(separator: ", ")
  }
}

extension [PageReport] {
  /// Whether all rows come from one machine and build, so that their times can be compared.
  var haveOneMachine: Bool { Set(flatMap { $0.rows.map(\.host.fingerprint) }).count < 2 }

  /// The keys in the charts of all reports, each once, in the reports' order.
  var series: [RowKey] { flatMap { $0.rows.map(\.key.series) }.distinct }
}

extension [String] {
  /// The scenarios in the report's order, each once.
  var inScenarioOrder: [String] {
    Set(self).sorted { (Scenario.index(ofID: $0), $0) < (Scenario.index(ofID: $1), $1) }
  }
}
