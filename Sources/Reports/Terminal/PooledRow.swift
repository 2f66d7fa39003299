import Core
import Statistics
import TextFormats

/// The replicates of one row as one: counts pooled, what any of them showed as shown.
struct PooledRow {
  let rows: [StressRow]
  let tally: Tally

  private init(_ rows: [StressRow]) {
    self.rows = rows
    tally = rows.compactMap(\.measured).reduce(into: Tally()) { $0.merge($1.tally) }
  }

  /// Pools replicates. All strategies of a scenario with the same threads follow one another, in the rows' order.
  static func pooled(_ rows: [StressRow]) -> [PooledRow] {
    RowGroup.byReplicates(rows).map { PooledRow($0.rows) }.enumerated()
      .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
  }

  var key: RowKey { rows[0].key }
  var expected: Expectation { rows[0].expected }
  var wasCounted: Bool { rows.contains { $0.measured != nil } }

  /// nil where nothing ran that could be graded.
  var grade: Grade? { Grade.pooled(rows.map(\.grade)) }

  var shown: Set<Defect> { rows.reduce(into: []) { $0.formUnion($1.outcome.shown) } }

  var anomalies: Set<Defect> { rows.reduce(into: []) { $0.formUnion($1.outcome.anomalies) } }

  var forbidden: Set<Defect> { anomalies.subtracting(expected.allowed) }

  /// Nanoseconds of one access: the median over the replicates.
  var access: MedianInterval? { MedianInterval(of: rows.compactMap { $0.measured?.access?.p50 }) }

  /// Over the replicates; nil where none has the figure.
  func median(_ figure: (Measurements) -> Double?) -> Double? {
    MedianInterval(of: rows.compactMap { $0.measured.flatMap(figure) })?.median
  }

  /// Threads take turns on the cores.
  var isOversubscribed: Bool { key.threads > rows[0].host.cores }

  /// What one of the rows left to be read by a person.
  var remark: String? { rows.compactMap(\.remark).first { !$0.isEmpty } }

  private var place: Int { Scenario.place(ofID: key.scenario) << 32 | key.threads }
}
