package import SingletonCore
import SingletonTextFormats

/// A human-readable table of a run: one line for each strategy in each scenario and thread count.
package struct RunTable {
  let lines: [Line]
  /// The titles of the columns between the strategy and the outcome, each in two lines.
  let figureTitles: [[String]]
  /// The explanations of the marks among the figures.
  private let notes: [String]

  /// The texts of one pooled row.
  struct Line {
    /// The heading of the row's section, such as `first-access, 64 threads`.
    let heading: String
    let strategy: String
    /// The figures, one for each of the table's ``RunTable/figureTitles``.
    let figures: [String]
    let outcome: StyledText
  }

  package init(_ rows: [StressRow], showing figures: TableFigures = .counts) {
    let pooled = PooledRow.begun(rows)
    let columns = figures.columns(for: pooled)
    lines = pooled.map { Line($0, columns, namesCores: figures != .outcome) }
    figureTitles = columns.map(\.title)
    let marks = [
      figures == .times ? FewStarts.note(pooled) : nil,
      figures == .outcome ? nil : AccessCost.note(pooled.map(\.cost)),
    ]
    notes = marks.compactMap(\.self)
  }
}

extension RunTable.Line {
  init(_ row: PooledRow, _ columns: [TableColumn], namesCores: Bool) {
    heading = Self.heading(of: row, namesCores: namesCores)
    strategy = row.key.strategy
    figures = columns.map { row.wasCounted ? $0.text(row) : HumanFormat.unknown }
    outcome = StyledText(row, isReproducible: !namesCores)
  }

  /// Returns the heading, such as `first-access, 64 threads on 2 cores (oversubscribed)`.
  private static func heading(of row: PooledRow, namesCores: Bool) -> String {
    let threads = row.key.scenario + ", " + HumanFormat.counted(row.key.threads, "thread")
    guard row.isOversubscribed && namesCores else { return threads }
    return threads + " on " + HumanFormat.counted(row.rows[0].host.cores, "core") + " (oversubscribed)"
  }
}

extension RunTable {
  /// Returns the table as fixed-width text. The outcome is wrapped, and nothing is truncated.
  package func text(width: Int = 80, color: Bool = false) -> String {
    TextTable(
      // There are two title lines only if a figure needs them.
      titles: [figureTitles.isEmpty ? ["strategy"] : ["", "strategy"]] + figureTitles, lastTitle: "outcome",
      lines: lines.map {
        TextTable.Line(section: $0.heading, cells: [$0.strategy] + $0.figures, last: $0.outcome)
      }
    ).text(width: width, color: color)
      + notes.map { "\n" + TextLayout.paragraph($0, width: width) }.joined()
  }

  /// The table in GitHub's Markdown: the columns of the text table, preceded by a column of its headings.
  package var markdown: String {
    MarkdownTable(
      titles: ["scenario and threads", "strategy"] + figureTitles.map(Self.joined) + ["outcome"],
      numeric: 2..<2 + figureTitles.count,
      rows: lines.map { [$0.heading, $0.strategy] + $0.figures + [$0.outcome.text] }
    ).text + notes.map { "\n" + Markdown.escaped($0) + "\n" }.joined()
  }

  /// The table on a page.
  var markup: [Markup] {
    let titles = ["scenario and threads", "strategy"] + figureTitles.map(Self.joined) + ["outcome"]
    let rows = lines.map { [$0.heading, $0.strategy] + $0.figures + [$0.outcome.text] }
    let table = PageTable(caption: "The race on this machine", titles: titles, rows: rows).markup
    return [table] + notes.map { .element("p", text: $0) }
  }

  /// Returns the two lines of a title as one. A hyphen that breaks a word is removed; one in a compound remains.
  private static func joined(_ title: [String]) -> String {
    switch title[0] {
    case "": title[1]
    case let first where first.hasSuffix(","): first + " " + title[1]
    case "re-": title[0] + title[1]
    case let first where first.hasSuffix("-"): first.dropLast() + title[1]
    default: title[0] + (title[1].hasPrefix("/") ? "" : " ") + title[1]
    }
  }
}
