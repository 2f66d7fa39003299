extension Table {
  /// Returns the table in columns. If a line is too short for the last column, and it does not contain figures, its
  /// text continues below the row. Nothing is cut off.
  ///
  /// - Parameters:
  ///   - gap: The number of spaces between columns. `nil` means two if the last column then still has some room,
  ///     otherwise one.
  ///   - blank: The text of a cell that was not tried.
  package func text(width: Int = .max, color: Bool = false, gap: Int? = nil, blank: String = "") -> String {
    let layout = TextColumns(self, width: width, gap: gap, blank: blank)
    let height = columns.map(\.lines.count).max() ?? 0
    var text = (0..<height).map { index in
      layout.line(
        columns.map { column in
          let missing = height - column.lines.count
          return StyledText(text: index < missing ? "" : column.lines[index - missing], tone: .neutral)
        }, color: false)
    }.joined()
    var section: String?
    for row in rows where row.cells.dropFirst().contains(where: { !$0.parts.isEmpty }) {
      if let heading = row.section, heading != section {
        text += "\n" + TextLayout.folded(heading, width: width) + "\n"
      }
      section = row.section
      text += layout.line(row.cells.map { $0.styled(blank) }, color: color)
    }
    return text
  }

  /// The width of the longest line if no column is wrapped.
  package func width(gap: Int) -> Int { widths(blank: Cell.notTried).reduce(gap * (columns.count - 1), +) }

  /// Returns several tables that each fit into a width and repeat the first column.
  package func stacked(width: Int, gap: Int) -> [Table] {
    let widths = widths(blank: "")
    var blocks: [[Int]] = []
    var space = 0
    for column in columns.indices.dropFirst() {
      if blocks.isEmpty || space < gap + widths[column] {
        blocks.append([0])
        space = width - widths[0]
      }
      blocks[blocks.count - 1].append(column)
      space -= gap + widths[column]
    }
    return blocks.map { columns($0) }
  }

  fileprivate func widths(blank: String) -> [Int] {
    columns.enumerated().map { index, column in
      (column.lines + rows.map { $0.cells[index].styled(blank).text }).map(\.count).max() ?? 0
    }
  }
}

extension Table.Cell {
  fileprivate func styled(_ blank: String) -> StyledText {
    StyledText(text: parts.isEmpty ? blank : text, tone: parts.first?.text.tone ?? .neutral)
  }
}

private struct TextColumns {
  private static let indentation = "    "
  /// The minimum width of the last column with two spaces between columns. If it would be narrower, there is only one
  /// space.
  private static let leastSpace = 10

  private let figures: [Bool]
  private let widths: [Int]
  private let gap: String
  private let width: Int

  init(_ table: Table, width: Int, gap: Int?, blank: String) {
    self.width = width
    figures = table.columns.map { $0.kind == .figure }
    let widths = table.widths(blank: blank)
    self.widths = widths
    let taken = widths.dropLast().reduce(Self.leastSpace + 2 * (widths.count - 1), +)
    self.gap = String(repeating: " ", count: gap ?? (taken <= width ? 2 : 1))
  }

  func line(_ cells: [StyledText], color: Bool) -> String {
    var (line, pending, taken) = ("", "", 0)
    for (index, cell) in cells.enumerated() {
      let isLast = index == cells.count - 1
      if isLast, !figures[index] { return line + lastColumn(cell, after: pending, from: taken, color: color) }
      let padding = String(repeating: " ", count: widths[index] - cell.text.count)
      // Spaces are written only if text follows.
      if cell.text.isEmpty {
        pending += padding
      } else {
        line += pending + (figures[index] ? padding : "") + (color ? cell.painted : cell.text)
        pending = figures[index] ? "" : padding
      }
      pending += gap
      taken += widths[index] + gap.count
    }
    return line + "\n"
  }

  /// Returns the first line of a text, which may be empty, next to the other columns, and the remaining lines below
  /// them.
  private func lastColumn(_ cell: StyledText, after pending: String, from taken: Int, color: Bool) -> String {
    let pieces = TextLayout.wrapped(
      cell.text, width: width - Self.indentation.count, firstWidth: width - taken
    ).map { color ? cell.tone.painted($0) : $0 }
    return (pieces[0].isEmpty ? "" : pending + pieces[0]) + "\n"
      + pieces.dropFirst().map { Self.indentation + $0 + "\n" }.joined()
  }
}
