package import Core
import TextFormats

/// One report of a page: the only one, or the old or the new of two.
package struct PageReport: Sendable {
  /// How the page calls it; empty where it is the only one.
  let name: String
  let rows: [StressRow]
  let notes: [String]
  let pooled: [PooledRow]
  private let bySubject: [RowKey: [PooledRow]]

  /// - Parameter notes: what a reader must know of the rows as a whole.
  package init(name: String = "", rows: [StressRow], notes: [String] = []) {
    self.name = name
    self.rows = rows
    self.notes = notes
    pooled = PooledRow.pooled(rows)
    bySubject = Dictionary(grouping: pooled) { $0.key.withoutThreads }
  }

  /// By their numbers of threads.
  func rows(of subject: RowKey) -> [PooledRow] { bySubject[subject] ?? [] }

  /// `old: `, or nothing.
  var prefix: String { name.isEmpty ? "" : name + ": " }
}

extension RowKey {
  /// The key of what a chart shows under one name, whatever the number of threads.
  var withoutThreads: RowKey {
    var key = group
    key.threads = 0
    return key
  }

  /// The name in a chart: only what is unusual is said besides the strategy.
  var chartLabel: String {
    let usual = RowKey()
    return [
      strategy, scenario == Scenario.firstAccess.id ? nil : scenario,
      threadSource == usual.threadSource ? nil : threadSource,
      initializerCost == usual.initializerCost ? nil : "initializer \(initializerCost)",
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension [PageReport] {
  /// Every key of a chart that any report has, once, in the report's order.
  var subjects: [RowKey] { flatMap { $0.rows.map(\.key.withoutThreads) }.distinct }

  /// One key for each strategy, thread source and cost: later accesses are the same in all scenarios, so the first that
  /// was timed represents the others.
  var timedSubjects: [RowKey] {
    let timed = Set(
      flatMap {
        $0.rows.filter { $0.measured?.access != nil || $0.measured?.firstAccess != nil }.map(\.key.withoutThreads)
      })
    return subjects.filter(timed.contains).distinct { [$0.strategy, $0.threadSource, $0.initializerCost] }
  }
}

extension [String] {
  /// Each scenario once, in the order of reports.
  var inScenarioOrder: [String] {
    Set(self).sorted { (Scenario.place(ofID: $0), $0) < (Scenario.place(ofID: $1), $1) }
  }
}
