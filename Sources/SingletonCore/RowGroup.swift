/// Rows whose keys are equal in the parts that the grouping keeps, such as all replicates of a row.
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

  /// Groups the rows that differ in the initializer's cost or the replicate only, in the order of first appearance.
  package static func acrossCosts(_ rows: [StressRow]) -> [RowGroup] { grouped(rows, by: \.group.withoutCost) }

  private static func grouped(_ rows: [StressRow], by projection: (RowKey) -> RowKey) -> [RowGroup] {
    let groups = Dictionary(grouping: rows) { projection($0.key) }
    var seen: Set<RowKey> = []
    return rows.map { projection($0.key) }.filter { seen.insert($0).inserted }
      .map { RowGroup(key: $0, rows: groups[$0]!) }
  }

  /// The pooled grade, or `nil` if nothing ran that could be graded.
  package var grade: Grade? { .pooled(rows.map(\.grade)) }

  /// Whether a row has run without showing its known defect, and no other row has shown that defect.
  package var isTooWeak: Bool {
    let grades = rows.map(\.grade)
    return grades.contains(.notReproduced) && !grades.contains(.reproduced)
  }

  /// The rows that ran or were skipped without showing the defect that they were expected to show.
  package var unreproducedRows: [StressRow] {
    rows.filter { row in
      if case .skipped = row.status { return !row.expected.demand.defects.isEmpty }
      return row.grade == .notReproduced
    }
  }
}
