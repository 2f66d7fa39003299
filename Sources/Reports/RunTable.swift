package import Outcomes

/// What a run found, for a person: one line for each strategy in each scenario with so many threads.
package struct RunTable {
  let lines: [Line]

  /// One pooled row, ready to be laid out.
  struct Line {
    /// `first-access, 64 threads`
    let heading: String
    let strategy: String
    /// One for each of ``RunTable/figureTitles``.
    let figures: [String]
    let wording: Wording
  }

  /// The heads of the columns between the strategy and the outcome; each has two lines.
  static let figureTitles = [
    ["", "trials"], ["most", "inst."], ["inits", "/trial"], ["re-", "entries"], ["vio-", "lating"],
    ["ns an", "access"],
  ]

  package init(_ rows: [StressRow]) {
    lines = PooledRow.pooled(rows).map(Line.init)
  }
}

extension RunTable.Line {
  init(_ row: PooledRow) {
    heading = row.key.scenario.rawValue + ", " + Figure.counted(row.key.threads, "thread")
    strategy = row.key.strategy
    figures = row.wasCounted ? Self.figures(row) : RunTable.figureTitles.map { _ in Figure.unknown }
    wording = Wording(row)
  }

  private static func figures(_ row: PooledRow) -> [String] {
    let tally = row.tally
    let trials = tally[.trials]
    return [
      Figure.short(trials),
      Figure.short(tally[.instancesMax]),
      Figure.short(trials == 0 ? nil : Double(tally[.inits]) / Double(trials)),
      Figure.short(tally.initReentries),
      Figure.percent(tally[.violatingTrials], of: trials),
      Figure.short(row.accessNanoseconds),
    ]
  }
}

extension RunTable {
  /// As text of a fixed pitch; the outcome is wrapped, nothing is cut off.
  package func text(width: Int = 80, color: Bool = false) -> String {
    TextTable(
      titles: [["", "strategy"]] + Self.figureTitles, lastTitle: "outcome",
      lines: lines.map {
        TextTable.Line(section: $0.heading, cells: [$0.strategy] + $0.figures, last: $0.wording)
      }
    ).text(width: width, color: color)
  }

  /// As a GitHub table: the text table's columns, and its headings as two columns more.
  package var markdown: String {
    MarkdownTable(
      titles: ["scenario and threads", "strategy"] + Self.figureTitles.map(Self.joined) + ["outcome"],
      numeric: 2..<2 + Self.figureTitles.count,
      rows: lines.map { [$0.heading, $0.strategy] + $0.figures + [$0.wording.text] }
    ).text
  }

  /// The two lines of a head as one: a hyphen at the break of a word goes, one inside a compound stays.
  private static func joined(_ title: [String]) -> String {
    switch title[0] {
    case "": title[1]
    case "re-": title[0] + title[1]
    case let first where first.hasSuffix("-"): first.dropLast() + title[1]
    default: title[0] + (title[1].hasPrefix("/") ? "" : " ") + title[1]
    }
  }
}
