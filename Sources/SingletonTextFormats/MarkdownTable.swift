/// A table in GitHub's Markdown.
package struct MarkdownTable {
  private let titles: [String]
  private let numeric: Range<Int>
  private let rows: [[String]]

  /// - Parameter numeric: The right-aligned columns.
  package init(titles: [String], numeric: Range<Int> = 0..<0, rows: [[String]]) {
    self.titles = titles
    self.numeric = numeric
    self.rows = rows
  }

  package var text: String {
    let rule = titles.indices.map { numeric.contains($0) ? "---:" : "---" }
    return ([titles.map(Markdown.escaped), rule] + rows.map { $0.map(Markdown.escaped) }).map(line).joined()
  }

  private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
}
