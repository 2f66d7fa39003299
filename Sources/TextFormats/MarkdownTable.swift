/// A table as GitHub draws it.
package struct MarkdownTable {
  private let titles: [String]
  private let numeric: Range<Int>
  private let rows: [[String]]

  /// - Parameter numeric: columns that are set to the right.
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
