/// Rows that differ only in properties that the grouping ignores, such as all replicates of a row.
package struct RowGroup: Sendable {
  package let key: RowKey
  package let rows: [StressRow]
  /// The counts of all rows, merged.
  package let tally: Tally

  package init(key: RowKey, rows: [StressRow]) {
    self.key = key
    self.rows = rows
    tally = rows.compactMap(\.measured).reduce(into: Tally()) { $0.merge($1.tally) }
  }

  /// Groups rows by strategy and scenario, across thread counts and replicates, in the order of first appearance.
  package static func bySubject(_ rows: [StressRow]) -> [RowGroup] { grouped(rows, by: \.subject) }

  /// Groups the replicates of each row, in the order of first appearance.
  package static func byReplicates(_ rows: [StressRow]) -> [RowGroup] { grouped(rows, by: \.group) }

  /// Groups the rows that differ only in the initializer's cost or the replicate, in the order of first appearance.
  package static func acrossCosts(_ rows: [StressRow]) -> [RowGroup] { grouped(rows, by: \.group.withoutCost) }

  private static func grouped(_ rows: [StressRow], by projection: (RowKey) -> RowKey) -> [RowGroup] {
    let groups = Dictionary(grouping: rows) { projection($0.key) }
    var seen: Set<RowKey> = []
    return rows.map { projection($0.key) }.filter { seen.insert($0).inserted }
      .map { RowGroup(key: $0, rows: groups[$0]!) }
  }

  /// The pooled grade, or `nil` if no row has a grade.
  package var grade: Grade? { .pooled(rows.map(\.grade)) }

  /// Whether a known defect was expected but no row has shown it.
  package var isTooWeak: Bool {
    let grades = rows.map(\.grade)
    return grades.contains(.notReproduced) && !grades.contains(.reproduced)
  }

  /// The rows that should have shown a known defect but did not, including rows that were skipped.
  package var unreproducedRows: [StressRow] {
    rows.filter { row in
      if case .skipped = row.status { return !row.expected.demand.defects.isEmpty }
      return row.grade == .notReproduced
    }
  }
}
