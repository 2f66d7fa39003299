/// A table for a terminal whose cells may each have a tone, and in which no line is wrapped.
package struct TextGrid {
  package struct Column {
    package let title: String
    package let cells: [StyledText]
    let isNumeric: Bool

    package init(_ title: String, _ cells: [StyledText], isNumeric: Bool = false) {
      self.title = title
      self.cells = cells
      self.isNumeric = isNumeric
    }

    fileprivate var width: Int { (cells.map(\.text.count) + [title.count]).max()! }
  }

  private let columns: [Column]
  private let rows: Int
  private let widths: [Int]

  /// - Parameter rows: The number of cells in each column.
  package init(columns: [Column], rows: Int) {
    self.columns = columns
    self.rows = rows
    widths = columns.map(\.width)
  }

  /// The width of the longest line.
  package var width: Int { widths.reduce(max(0, widths.count - 1) * Self.gap.count, +) }

  private static let gap = " "

  package func text(color: Bool) -> String {
    let head = line { StyledText(text: $0.title, tone: .neutral) }
    return (head + "\n") + (0..<rows).map { row in line(color: color) { $0.cells[row] } + "\n" }.joined()
  }

  private func line(color: Bool = false, _ cell: (Column) -> StyledText) -> String {
    var (line, pending) = ("", "")
    for (column, width) in zip(columns, widths) {
      let cell = cell(column)
      let padding = String(repeating: " ", count: width - cell.text.count)
      let painted = color ? cell.tone.painted(cell.text) : cell.text
      // Spaces are written only before something.
      if cell.text.isEmpty {
        pending += padding
      } else {
        line += pending + (column.isNumeric ? padding : "") + painted
        pending = column.isNumeric ? "" : padding
      }
      pending += Self.gap
    }
    return line
  }
}
