/// Text and tables in GitHub's Markdown.
package enum Markdown {
  /// Returns a text that has no effect as markup: it begins no column, line, tag, or emphasis with `*`.
  package static func escaped(_ text: String) -> String { text.unicodeScalars.map(escaped).joined() }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "|", "\\", "`", "*", "[", "]", "~": "\\" + String(scalar)
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\n", "\r", "\t": " "
    default: String(scalar)
    }
  }

  /// Returns text that a reader sees only after opening its title.
  package static func folded(_ title: String, _ text: String) -> String {
    "<details><summary>\(escaped(title))</summary>\n\n\(text)\n</details>\n"
  }

  /// Returns the documentation of columns as a table.
  package static func reference<Row>(of columns: [Column<Row>]) -> String {
    MarkdownTable(
      titles: ["column", "holds", "meaning"], rows: columns.map { [$0.name, $0.kind.rawValue, $0.summary] }
    ).text
  }
}
