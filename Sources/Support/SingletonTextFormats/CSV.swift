/// Tables as RFC 4180 text: UTF-8, with `\n` line ends and the header first. All text is made harmless for terminals
/// and CI logs.
package enum CSV {
  package static func text<Row>(of rows: [Row], _ columns: [Column<Row>]) -> String {
    header(of: columns) + rows.map { line(of: $0, columns) }.joined()
  }

  package static func header<Row>(of columns: [Column<Row>]) -> String { line(columns.map { .text($0.name) }) }

  package static func line<Row>(of row: Row, _ columns: [Column<Row>]) -> String {
    line(columns.map { $0.value(of: row) })
  }

  package static func line(_ values: [FieldValue]) -> String { values.map(field).joined(separator: ",") + "\n" }

  private static func field(_ value: FieldValue) -> String {
    // A number cannot start a formula. It must remain a number, so it is not guarded.
    guard case .text(let text) = value else { return value.spelling }
    return quoted(SpreadsheetGuard.guarded(text.harmless))
  }

  private static func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { [",", "\"", "\n", "\r"].contains($0) }) else { return text }
    return "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}

/// A reversible escape that keeps spreadsheets from running a text cell as a formula.
///
/// A single quote is put before a text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return, or a single
/// quote. A reader removes the quote if one of these characters follows it.
package enum SpreadsheetGuard {
  private static let starters: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "'"]

  package static func guarded(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, starters.contains(first) else { return text }
    return "'" + text
  }

  package static func original(_ cell: String) -> String {
    let scalars = cell.unicodeScalars
    guard scalars.first == "'", let second = scalars.dropFirst().first, starters.contains(second) else { return cell }
    return String(scalars.dropFirst())
  }
}
