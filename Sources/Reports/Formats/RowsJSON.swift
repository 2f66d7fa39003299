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

  /// A check as one object: its rows, each with its counterexample.
  package static func check(of rows: [CheckRow]) -> JSON {
    ["rows": .array(rows.map { row in .object(members(of: row, CheckColumns.all) + [("steps", steps(of: row))]) })]
  }

  private static func steps(of row: CheckRow) -> JSON {
    guard let example = row.counterexample else { return .null }
    return .array(
      example.steps.map { step in
        [
          "thread": .string(example.columns[step.column]),
          "file": step.source.map { .string($0.file) } ?? .null,
          "line": step.source.map { .number($0.line) } ?? .null,
          "source": step.source.map { .string($0.text) } ?? .null,
          "operation": .string(step.operation),
          "stale": step.staleness.map(JSON.string) ?? .null,
          "concerned": .bool(step.isConcerned),
        ]
      })
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
    .array(rows.map { .object(members(of: $0, columns)) })
  }

  private static func members<Row>(of row: Row, _ columns: [Column<Row>]) -> [(key: String, value: JSON)] {
    columns.map { (key: $0.name, value: cell($0.cell(of: row))) }
  }

  private static func cell(_ cell: Cell) -> JSON {
    switch cell {
    case .empty: .null
    case .text(let text): .string(text)
    case .integer, .real: .numeral(cell.spelling)
    }
  }
}
