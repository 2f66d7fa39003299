/// A reversible escape that keeps a spreadsheet from running a text cell as a formula.
///
/// A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return, or a single quote is prefixed with a single
/// quote. A reader removes the quote before such a beginning.
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
