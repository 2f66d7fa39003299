package import SingletonComparison
import SingletonCore
import SingletonTextFormats

/// A table of a comparison, with a line for each group, the most important one first.
package struct ComparisonTable {
  private let rows: [ComparisonRow]
  private let notes: [String]
  /// The number of unchanged rows that are only counted.
  private let leftOut: Int

  /// The maximum number of unchanged rows that are shown.
  private static let mostOfTheSame = 1_000

  package init(_ rows: [ComparisonRow], notes: [String]) {
    let same = rows.count { $0.verdict.isUnchanged }
    leftOut = same > Self.mostOfTheSame ? same : 0
    self.rows = Self.byHeading(leftOut > 0 ? rows.filter { !$0.verdict.isUnchanged } : rows)
    self.notes = notes
  }

  private var table: Table {
    Table(
      "Comparison", sections: "verdict, scenario and threads",
      columns: [
        Table.Column("strategy"), Table.Column("before, ns", .figure, lines: ["before,", "ns"]),
        Table.Column("now, ns", .figure, lines: ["now,", "ns"]), Table.Column("times", .figure),
        Table.Column("why", .verdict),
      ],
      rows: rows.map { row in
        Table.Row(
          section: row.heading,
          row.texts.map { Table.Cell($0) } + [Table.Cell(StyledText(text: row.reason, tone: row.verdict.tone))])
      })
  }

  package func text(width: Int = 80, color: Bool = false) -> String {
    (rows.isEmpty ? "" : table.text(width: width, color: color) + "\n") + TextLayout.folded(closing, width: width)
  }

  package var markdown: String {
    let paragraphs = closing.split(separator: "\n").map { Markdown.escaped(String($0)) + "\n" }
    return ((rows.isEmpty ? [] : [table.markdown]) + paragraphs).joined(separator: "\n")
  }

  /// Returns the number of rows with each verdict, such as `12 rows: 1 worse, 11 same.`
  package static func summary(_ rows: [ComparisonRow]) -> String {
    "\(HumanFormat.counted(rows.count, "row")): \(HumanFormat.counts(rows.map(\.verdict), \.rawValue))."
  }

  /// The explanation of the ratio, or an empty text if no times were compared.
  private var legend: String {
    guard rows.contains(where: { $0.time != nil }) else { return "" }
    return
      "times: now divided by before, in the states of the machine that both reports have; over the floor (divided by"
      + " the same loop without the strategy) where the row says so, because that is nearer to 1.\n"
  }

  private var closing: String {
    legend + notes.map { "note: \($0)\n" }.joined()
      + (leftOut == 0 ? "" : "\(HumanFormat.grouped(leftOut)) rows are the same; --format csv shows them.\n")
  }

  /// Returns the rows grouped by heading, in the order in which the headings first appear.
  private static func byHeading(_ rows: [ComparisonRow]) -> [ComparisonRow] {
    var order: [String: Int] = [:]
    for row in rows where order[row.heading] == nil { order[row.heading] = order.count }
    return rows.enumerated().sorted {
      (order[$0.element.heading]!, $0.offset) < (order[$1.element.heading]!, $1.offset)
    }.map(\.element)
  }
}

extension ComparisonRow {
  /// The heading of the row's section, such as `worse: first-access, 64 threads`.
  fileprivate var heading: String {
    "\(verdict.rawValue): "
      + ([key.scenario, HumanFormat.counted(key.threads, "thread")] + key.special).joined(separator: ", ")
  }

  fileprivate var texts: [String] {
    // The figures from which the ratio was computed, if there is a ratio.
    let access = time?.medians.first.map { ($0.old, $0.new) } ?? (old?.access, new?.access)
    return [
      key.strategy, HumanFormat.short(access.0), HumanFormat.short(access.1), HumanFormat.short(time?.ratio),
    ]
  }

  /// The reason for the verdict, and the figures behind the ratio if no other column shows them.
  fileprivate var reason: String { [why, origin].filter { !$0.isEmpty }.joined(separator: "; ") }

  private var origin: String {
    guard let time, time.medians.decisive?.measure != .nanoseconds else { return "" }
    guard let decisive = time.medians.decisive else {
      return "times 1, because "
        + time.medians.map { "\(HumanFormat.short($0.ratio)) \($0.measure.phrase)" }
        .joined(separator: " and ")
    }
    let quotient = "\(HumanFormat.short(decisive.new)) / \(HumanFormat.short(decisive.old))"
    return "times \(decisive.measure.phrase): \(quotient)"
  }
}

extension TimingChange.Measure {
  fileprivate var phrase: String {
    switch self {
    case .nanoseconds: "in ns"
    case .floor: "over the floor"
    case .line: "over a cache line's time"
    }
  }
}

extension GroupChange {
  fileprivate var tone: StyledText.Tone {
    switch self {
    case .worse: .bad
    case .missing, .tooWeak, .notJudged: .weak
    case .better: .good
    case .new, .same, .sameOutcomes: .neutral
    }
  }
}
