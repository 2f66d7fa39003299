/// A table for a terminal, with section headings and columns, the last of which is text that wraps.
package struct TextTable {
  package struct Line {
    let section: String
    /// The cells before the last column: the first is left-aligned, and the others, which are figures, are
    /// right-aligned.
    let cells: [String]
    let last: StyledText

    package init(section: String, cells: [String], last: StyledText) {
      self.section = section
      self.cells = cells
      self.last = last
    }
  }

  /// The titles of the columns, all with the same number of lines.
  let titles: [[String]]
  let lastTitle: String
  let lines: [Line]

  package init(titles: [[String]], lastTitle: String, lines: [Line]) {
    self.titles = titles
    self.lastTitle = lastTitle
    self.lines = lines
  }

  package func text(width: Int, color: Bool) -> String {
    let layout = Layout(self, width: width)
    var text = head(layout)
    var section: String?
    for line in lines {
      if line.section != section { text += "\n" + TextLayout.folded(line.section, width: width) + "\n" }
      section = line.section
      text += body(of: line, layout, color: color)
    }
    return text
  }

  private func head(_ layout: Layout) -> String {
    titles[0].indices.map { index in
      let beginning = layout.beginning(titles.map { $0[index] })
      let isLast = index == titles[0].count - 1
      guard !isLast else { return Self.joined(beginning, layout.wrapped(lastTitle), layout) }
      return String(beginning.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  private func body(of line: Line, _ layout: Layout, color: Bool) -> String {
    let pieces = layout.wrapped(line.last.text).map { color ? line.last.tone.painted($0) : $0 }
    return Self.joined(layout.beginning(line.cells), pieces, layout)
  }

  /// Returns a line with the first piece of its last column, and the other pieces below it.
  private static func joined(_ beginning: String, _ pieces: [String], _ layout: Layout) -> String {
    let first = beginning + (pieces[0].isEmpty ? "" : layout.gap + pieces[0]) + "\n"
    return first + pieces.dropFirst().map { Layout.indentation + $0 + "\n" }.joined()
  }
}

extension TextTable {
  /// The widths of the columns.
  fileprivate struct Layout {
    static let indentation = "    "
    /// The space that the last column must have for columns to be separated by two spaces instead of one.
    private static let leastSpace = 10

    let gap: String
    private let widths: [Int]
    private let width: Int

    init(_ table: TextTable, width: Int) {
      let columns = table.titles.enumerated().map { index, title in title + table.lines.map { $0.cells[index] } }
      let widths = columns.map { $0.map(\.count).max() ?? 0 }
      self.width = width
      self.widths = widths
      let taken = widths.reduce(Self.leastSpace, +)
      gap = taken + 2 * widths.count <= width ? "  " : " "
    }

    func beginning(_ cells: [String]) -> String {
      zip(cells, widths).enumerated().map { index, cell in
        let padding = String(repeating: " ", count: max(cell.1 - cell.0.count, 0))
        return index == 0 ? cell.0 + padding : padding + cell.0
      }.joined(separator: gap)
    }

    /// Returns the pieces of a text: the first fits beside the figures and may be empty; the others are below them.
    func wrapped(_ text: String) -> [String] {
      let space = width - widths.reduce(0, +) - gap.count * widths.count
      return TextLayout.wrapped(text, width: width - Self.indentation.count, firstWidth: space)
    }
  }
}
