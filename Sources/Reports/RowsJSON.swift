package import Outcomes

extension JSON {
  /// The report as one object; an empty cell is null.
  package static func report(of rows: [StressRow]) -> JSON {
    [
      "schema_version": .number(StressColumns.schemaVersion),
      "rows": .rows(rows.inReportOrder, StressColumns.all),
    ]
  }

  /// A comparison as one object.
  ///
  /// - Parameter notes: what a reader must know of the whole.
  package static func comparison(of rows: [ComparisonRow], notes: [String]) -> JSON {
    [
      "counts": .object(
        ComparisonVerdict.allCases.map { verdict in
          (key: verdict.rawValue, value: .number(rows.count { $0.verdict == verdict }))
        }),
      "notes": .array(notes.map(JSON.string)),
      "rows": .rows(rows, ComparisonColumns.all),
    ]
  }

  /// Litmus results as one object.
  package static func litmus(of rows: [LitmusRow]) -> JSON {
    [
      "counts": .object(
        LitmusVerdict.allCases.map { verdict in
          (key: verdict.rawValue, value: .number(rows.count { $0.verdict == verdict }))
        }),
      "rows": .rows(rows, LitmusColumns.all),
    ]
  }

  /// One object a row, with a member for each column.
  package static func rows<Row>(_ rows: [Row], _ columns: [Column<Row>]) -> JSON {
    .array(rows.map { row in .object(columns.map { (key: $0.name, value: cell($0.cell(of: row))) }) })
  }

  private static func cell(_ cell: Cell) -> JSON {
    switch cell {
    case .empty: .null
    case .text(let text): .string(text)
    case .integer, .real: .numeral(cell.spelling)
    }
  }
}
