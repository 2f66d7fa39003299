/// Lines under section headings, in columns of a fixed pitch; the last column is text that wraps.
struct TextTable {
  struct Line {
    let section: String
    /// The first is set to the left, the others, figures, to the right.
    let cells: [String]
    let last: Wording
  }

  /// Each has the same number of lines.
  let titles: [[String]]
  let lastTitle: String
  let lines: [Line]

  func text(width: Int, color: Bool) -> String {
    let layout = Layout(self, width: width)
    var text = head(layout)
    var section: String?
    for line in lines {
      if line.section != section { text += "\n" + line.section + "\n" }
      section = line.section
      text += body(of: line, layout, color: color)
    }
    return text
  }

  private func head(_ layout: Layout) -> String {
    titles[0].indices.map { index in
      let beginning = layout.beginning(titles.map { $0[index] })
      let isLast = index == titles[0].count - 1
      guard !isLast else { return beginning + layout.gap + lastTitle + "\n" }
      return String(beginning.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  private func body(of line: Line, _ layout: Layout, color: Bool) -> String {
    let pieces = layout.wrapped(line.last.text).map { color ? line.last.tone.painted($0) : $0 }
    let first = layout.beginning(line.cells) + (pieces[0].isEmpty ? "" : layout.gap + pieces[0]) + "\n"
    return first + pieces.dropFirst().map { Layout.indentation + $0 + "\n" }.joined()
  }
}

extension TextTable {
  /// How wide each column is, and what is left for the last.
  fileprivate struct Layout {
    static let indentation = "    "
    /// The last column begins beside the figures only where its first words (`NOT SHOWN:`) find room.
    private static let leastRoom = 10

    let gap: String
    private let widths: [Int]
    private let width: Int

    init(_ table: TextTable, width: Int) {
      let columns = table.titles.enumerated().map { index, title in title + table.lines.map { $0.cells[index] } }
      let widths = columns.map { $0.map(\.count).max() ?? 0 }
      self.width = width
      self.widths = widths
      let taken = widths.reduce(Self.leastRoom, +)
      gap = taken + 2 * widths.count <= width ? "  " : " "
    }

    func beginning(_ cells: [String]) -> String {
      zip(cells, widths).enumerated().map { index, cell in
        let padding = String(repeating: " ", count: max(cell.1 - cell.0.count, 0))
        return index == 0 ? cell.0 + padding : padding + cell.0
      }.joined(separator: gap)
    }

    /// The first piece fits beside the figures (it may be empty), the others under them.
    func wrapped(_ text: String) -> [String] {
      let room = width - widths.reduce(0, +) - gap.count * widths.count
      var pieces = [""]
      for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
        let limit = pieces.count == 1 ? room : width - Self.indentation.count
        let extended = pieces.last!.isEmpty ? word : pieces.last! + " " + word
        if extended.count <= limit || (pieces.count > 1 && pieces.last!.isEmpty) {
          pieces[pieces.count - 1] = extended
        } else {
          pieces.append(word)
        }
      }
      return pieces
    }
  }
}

extension Wording.Tone {
  /// With the terminal's codes for colour: green, yellow, red.
  func painted(_ text: String) -> String {
    guard let code, !text.isEmpty else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private var code: Int? {
    switch self {
    case .good: 32
    case .weak: 33
    case .bad: 31
    case .neutral: nil
    }
  }
}
