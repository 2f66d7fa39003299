package import Outcomes

/// The report as RFC 4180 text: UTF-8, `\n` line ends, header first.
package enum CSV {
  package static let header = header(of: StressColumns.all)

  /// One row, its line end included.
  package static func line(of row: StressRow) -> String { line(of: row, StressColumns.all) }

  /// Header and rows, in the report's order whatever order they come in.
  package static func text(of rows: [StressRow]) -> String { text(of: rows.inReportOrder, StressColumns.all) }

  /// Header and rows of another file than the report.
  package static func text<Row>(of rows: [Row], _ columns: [Column<Row>]) -> String {
    header(of: columns) + rows.map { line(of: $0, columns) }.joined()
  }

  private static func header<Row>(of columns: [Column<Row>]) -> String { line(columns.map { .text($0.name) }) }

  private static func line<Row>(of row: Row, _ columns: [Column<Row>]) -> String {
    line(columns.map { $0.cell(of: row) })
  }

  package static func line(_ cells: [Cell]) -> String { cells.map(field).joined(separator: ",") + "\n" }

  private static func field(_ cell: Cell) -> String {
    // A number cannot start a formula, and must stay a number: it is never touched.
    guard case .text(let text) = cell else { return cell.spelling }
    return quoted(SpreadsheetGuard.guarded(text))
  }

  private static func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { [",", "\"", "\n", "\r"].contains($0) }) else { return text }
    return "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}

/// Keeps a spreadsheet from running a text cell as a formula, so that it can be taken back.
///
/// A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or a single quote gets one single quote in front.
/// No other text begins with a single quote, so a reader takes one away from every text cell that does.
package enum SpreadsheetGuard {
  private static let starters: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "'"]

  package static func guarded(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, starters.contains(first) else { return text }
    return "'" + text
  }

  package static func original(_ cell: String) -> String {
    guard cell.unicodeScalars.first == "'" else { return cell }
    return String(cell.unicodeScalars.dropFirst())
  }
}

extension Sequence where Element == StressRow {
  package var inReportOrder: [StressRow] { sorted { RowKey.inReportOrder($0.key, $1.key) } }
}
