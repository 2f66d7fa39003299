package enum Markdown {
  /// Returns text without effect as markup: it cannot begin a column, a line, a tag, or emphasis with `*`.
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

  /// Returns text that is hidden until a reader opens its title.
  package static func folded(_ title: String, _ text: String) -> String {
    "<details><summary>\(escaped(title))</summary>\n\n\(text)\n</details>\n"
  }

  package static func reference<Row>(of columns: [Column<Row>]) -> String {
    Table(
      "Columns", titles: ["column", "holds", "meaning"],
      rows: columns.map { [$0.name, $0.kind.rawValue, $0.summary] }
    ).markdown
  }
}

extension Table {
  /// The table in GitHub's Markdown. Section headings become the first column.
  package var markdown: String {
    let hasSections = rows.contains { $0.section != nil }
    let titles = (hasSections ? [sections] : []) + columns.map(\.title)
    let rules = (hasSections ? ["---"] : []) + columns.map { $0.kind == .figure ? "---:" : "---" }
    let texts = rows.map { row in (hasSections ? [row.section ?? ""] : []) + row.cells.map(\.text) }
    return ([titles.map(Markdown.escaped), rules] + texts.map { $0.map(Markdown.escaped) })
      .map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}
