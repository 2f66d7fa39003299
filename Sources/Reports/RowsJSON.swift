package import Outcomes

extension JSON {
  /// The report as one object; an empty cell is null.
  package static func report(of rows: [StressRow]) -> JSON {
    [
      "schema_version": .number(Column.schemaVersion),
      "rows": .array(rows.inReportOrder.map(row)),
    ]
  }

  private static func row(_ row: StressRow) -> JSON {
    .object(Column.all.map { (key: $0.name, value: cell($0.cell(of: row))) })
  }

  private static func cell(_ cell: Cell) -> JSON {
    switch cell {
    case .empty: .null
    case .text(let text): .string(text)
    case .integer, .real: .numeral(cell.spelling)
    }
  }
}
