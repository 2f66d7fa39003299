package import Core
import TextFormats

/// A report on a page: the only one, or the old or the new of two.
package struct PageReport: Sendable {
  /// The name of the report on the page, which is empty if there is only one.
  let name: String
  let rows: [StressRow]
  let notes: [String]
  let pooled: [PooledRow]
  private let bySubject: [RowKey: [PooledRow]]

  /// - Parameter notes: Notes about the rows as a whole.
  package init(name: String = "", rows: [StressRow], notes: [String] = []) {
    self.name = name
    self.rows = rows
    self.notes = notes
    pooled = PooledRow.pooled(rows)
    bySubject = Dictionary(grouping: pooled) { $0.key.withoutThreads }
  }

  /// Returns the rows of a subject, ordered by thread count.
  func rows(of subject: RowKey) -> [PooledRow] { bySubject[subject] ?? [] }

  /// The name as a prefix, such as `old: `, or nothing.
  var prefix: String { name.isEmpty ? "" : name + ": " }
}

extension RowKey {
  /// The key of what a chart shows under one name, regardless of the number of threads.
  var withoutThreads: RowKey {
    var key = group
    key.threads = 0
    return key
  }

  /// The name in a chart: the strategy, and whatever is unusual.
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
  /// The keys in charts that any report has, each once, in the report's order.
  var subjects: [RowKey] { flatMap { $0.rows.map(\.key.withoutThreads) }.distinct }

  /// One key for each strategy, thread source, and cost. Later accesses cost the same in all scenarios, so the first
  /// that was timed represents the others.
  var timedSubjects: [RowKey] {
    let timed = Set(
      flatMap {
        $0.rows.filter { $0.measured?.access != nil || $0.measured?.firstAccess != nil }.map(\.key.withoutThreads)
      })
    return subjects.filter(timed.contains).distinct { [$0.strategy, $0.threadSource, $0.initializerCost] }
  }
}

extension [String] {
  /// The scenarios in the report's order, each once.
  var inScenarioOrder: [String] {
    Set(self).sorted { (Scenario.place(ofID: $0), $0) < (Scenario.place(ofID: $1), $1) }
  }
}
