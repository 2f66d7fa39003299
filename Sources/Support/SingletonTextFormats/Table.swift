/// A table, independent of its form. A view describes its content once, and writers turn it into text for terminals,
/// Markdown, and pages.
package struct Table: Sendable {
  package struct Column: Sendable {
    package enum Kind: Sendable {
      case text
      /// A figure, or a word in place of one. It is right-aligned.
      case figure
      /// Text with a tone. A terminal shows the tone as a color, and a page as a color and a sign.
      case verdict
    }

    package let title: String
    /// The meaning of the title; empty if the title is the name of something, such as a scenario.
    package let meaning: String
    let lines: [String]
    let brief: String
    package let kind: Kind

    /// - Parameters:
    ///   - meaning: The meaning of a title that the program has chosen.
    ///   - lines: The title, broken into lines for a terminal, if the column is narrower than the title.
    ///   - brief: The title for brief cells.
    package init(
      _ title: String, _ kind: Kind = .text, meaning: String = "", lines: [String]? = nil, brief: String? = nil
    ) {
      self.title = title
      self.meaning = meaning
      self.kind = kind
      self.lines = lines ?? [title]
      self.brief = brief ?? title
    }
  }

  /// A cell. It has one part, or one part for each of several reports or thread counts. A cell without parts means that
  /// nothing was tried.
  package struct Cell: Sendable {
    package struct Part: Sendable {
      package let text: StyledText
      let brief: StyledText
      /// A second line in smaller type, shown only on pages.
      package let more: String
      /// A full sentence, which a page shows when a reader points at the part.
      package let hint: String
    }

    package let parts: [Part]

    package static let blank = Cell([])

    package init(_ cells: [Cell]) { parts = cells.flatMap(\.parts) }

    package init(_ text: String) { self.init(StyledText(text: text, tone: .neutral)) }

    /// - Parameter brief: The text for a narrow column.
    package init(_ text: StyledText, brief: StyledText? = nil, more: String = "", hint: String = "") {
      parts = [Part(text: text, brief: brief ?? text, more: more, hint: hint)]
    }

    /// The text of a cell that was not tried, where an empty cell would be misunderstood.
    package static let notTried = "."

    package var text: String {
      parts.isEmpty ? Self.notTried : parts.map(\.text.text).joined(separator: "; ")
    }

    fileprivate var brief: Cell { Cell(parts.map { Cell($0.brief, more: $0.more, hint: $0.hint) }) }
  }

  package struct Row: Sendable {
    /// The heading that the row shares with neighboring rows, or `nil` in a table without headings.
    package let section: String?
    package let cells: [Cell]

    package init(section: String? = nil, _ cells: [Cell]) {
      self.section = section
      self.cells = cells
    }
  }

  /// A title for readers who do not see the text around the table.
  package let caption: String
  /// The title of the column that contains section headings in Markdown.
  let sections: String
  package let columns: [Column]
  package private(set) var rows: [Row]

  package init(_ caption: String, sections: String = "", columns: [Column], rows: [Row] = []) {
    self.caption = caption
    self.sections = sections
    self.columns = columns
    self.rows = rows
  }

  package init(_ caption: String, titles: [String], figuresFrom firstFigure: Int = .max, rows: [[String]] = []) {
    self.init(
      caption, columns: titles.enumerated().map { Column($1, $0 < firstFigure ? .text : .figure) },
      rows: rows.map { Row($0.map { Cell($0) }) })
  }

  package mutating func append(_ cells: [String]) { rows.append(Row(cells.map { Cell($0) })) }

  /// Returns the table with brief cells and brief titles from this column on.
  package func brief(from first: Int) -> Table {
    Table(
      caption, sections: sections,
      columns: columns.enumerated().map {
        $0 < first ? $1 : Column($1.brief, $1.kind, meaning: $1.meaning, lines: $1.lines.count > 1 ? $1.lines : nil)
      },
      rows: rows.map { row in
        Row(section: row.section, row.cells.enumerated().map { $0 < first ? $1 : $1.brief })
      })
  }

  package func columns(_ chosen: [Int]) -> Table {
    Table(
      caption, sections: sections, columns: chosen.map { columns[$0] },
      rows: rows.map { row in Row(section: row.section, chosen.map { row.cells[$0] }) })
  }
}

/// Text with a tone, which terminals and pages show as a color.
package struct StyledText: Equatable, Sendable {
  /// A tone. The raw value is its name in a page's style sheet.
  package enum Tone: String, Sendable {
    case good, unproved, weak, bad, neutral

    /// A sign with the meaning of the color, for readers who do not see colors.
    package var sign: String {
      switch self {
      case .good: "✓"
      case .unproved: "○"
      case .weak: "!"
      case .bad: "✗"
      case .neutral: "?"
      }
    }

    /// Returns the text with terminal codes for green, yellow, or red. The tones `unproved` and `neutral` have no color.
    package func painted(_ text: String) -> String {
      let codes: [Tone: Int] = [.good: 32, .weak: 33, .bad: 31]
      guard let code = codes[self], !text.isEmpty else { return text }
      return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
  }

  package let text: String
  package let tone: Tone

  package var painted: String { tone.painted(text) }

  package init(text: String, tone: Tone) {
    self.text = text
    self.tone = tone
  }
}
