/// A table as a value: a view describes what it shows once, and writers make texts for terminals, Markdown and pages.
package struct Table: Sendable {
  package struct Column: Sendable {
    package enum Kind: Sendable {
      case text
      /// A figure, or a word among figures; right-aligned.
      case figure
      /// A text with a tone, which a terminal shows as a color, and a page as a color and a sign.
      case verdict
    }

    package let title: String
    let lines: [String]
    let brief: String
    package let kind: Kind

    /// - Parameters:
    ///   - lines: The title as a terminal breaks it, if the column is narrower than the title.
    ///   - brief: The title above brief cells.
    package init(_ title: String, _ kind: Kind = .text, lines: [String]? = nil, brief: String? = nil) {
      self.title = title
      self.kind = kind
      self.lines = lines ?? [title]
      self.brief = brief ?? title
    }
  }

  /// A cell, with one part for each of several reports or thread counts. A cell without parts was not tried.
  package struct Cell: Sendable {
    package struct Part: Sendable {
      package let text: StyledText
      let brief: StyledText
      /// A second line in smaller letters, on a page.
      package let more: String
      /// The whole sentence, for a reader who points at the part on a page.
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

    /// The text of a cell that was not tried, for places where a blank would be misunderstood.
    package static let notTried = "."

    package var text: String {
      parts.isEmpty ? Self.notTried : parts.map(\.text.text).joined(separator: "; ")
    }

    fileprivate var brief: Cell { Cell(parts.map { Cell($0.brief, more: $0.more, hint: $0.hint) }) }
  }

  package struct Row: Sendable {
    /// The heading that the row shares with its neighbors, or `nil` in a table without headings.
    package let section: String?
    package let cells: [Cell]

    package init(section: String? = nil, _ cells: [Cell]) {
      self.section = section
      self.cells = cells
    }
  }

  /// A title for readers who do not see the text around the table.
  package let caption: String
  /// The title of the column that holds the headings of sections in Markdown.
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

  /// Returns the table with brief cells and titles from a column on.
  package func brief(from first: Int) -> Table {
    Table(
      caption, sections: sections,
      columns: columns.enumerated().map {
        $0 < first ? $1 : Column($1.brief, $1.kind, lines: $1.lines.count > 1 ? $1.lines : nil)
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

/// A text with a tone, which a terminal or a page shows as a color.
package struct StyledText: Equatable, Sendable {
  /// The raw value is the name in the style sheet of a page.
  package enum Tone: String, Sendable {
    case good, weak, bad, neutral

    /// A sign that says the same without color.
    package var sign: String {
      switch self {
      case .good: "✓"
      case .weak: "!"
      case .bad: "✗"
      case .neutral: "?"
      }
    }

    /// Returns the text with the terminal's codes for green, yellow, or red, or without codes if the tone is neutral.
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
