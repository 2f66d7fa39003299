package import SingletonComparison
import SingletonCore
import SingletonTextFormats

/// A table of a comparison, with a line for each group, the most important one first.
package struct ComparisonTable {
  private let rows: [ComparisonRow]
  private let notes: [String]
  /// The unchanged rows, which are only counted.
  private let leftOut: [ComparisonRow]

  /// - Parameter showsAll: Whether rows without a change are listed, too, instead of only counted.
  package init(_ rows: [ComparisonRow], notes: [String], showsAll: Bool = false) {
    self.rows = Self.byHeading(showsAll ? rows : rows.filter { !$0.verdict.isUnchanged })
    leftOut = showsAll ? [] : rows.filter(\.verdict.isUnchanged)
    self.notes = notes
  }

  var table: Table {
    Table(
      "Comparison", sections: "verdict, scenario and threads",
      columns: [
        Table.Column("strategy"),
        Table.Column("before, ns", .figure, meaning: Self.side("old"), lines: ["before,", "ns"]),
        Table.Column("now, ns", .figure, meaning: Self.side("new"), lines: ["now,", "ns"]),
        Table.Column("times", .figure, meaning: Self.ratio),
        Table.Column("why", .verdict, meaning: "The reason for the verdict, which is above the row."),
      ],
      rows: rows.map { row in
        Table.Row(
          section: row.heading,
          row.texts.map { Table.Cell($0) } + [Table.Cell(StyledText(text: row.reason, tone: row.verdict.tone))])
      })
  }

  package func text(width: Int = 80, color: Bool = false) -> String {
    let worse = rows.filter { $0.verdict == .worse }
    return (rows.isEmpty ? "" : table.text(width: width, color: color) + "\n")
      + TextLayout.folded(closing + worse.prefix(Self.mostRepeated).map(\.message).joined(), width: width)
  }

  /// How many of the worse rows are repeated at the end, which is what a terminal shows.
  private static let mostRepeated = 3

  private static func side(_ name: String) -> String {
    "The time of a later access on the \(name) side in nanoseconds: the median over the replicates."
  }

  private static let ratio =
    "now divided by before, in the states of the machine that both reports have; over the floor (divided by the same"
    + " loop without the strategy) where the row says so, because that is nearer to 1; - if one of the two is above 1 and"
    + " the other below, so that nothing follows"

  package var markdown: String {
    let paragraphs = closing.split(separator: "\n").map { Markdown.escaped(String($0)) + "\n" }
    return ((rows.isEmpty ? [] : [table.markdown]) + paragraphs).joined(separator: "\n")
  }

  /// Returns the number of rows with each verdict, such as `12 rows: 1 worse, 11 the same in outcomes alone.`
  package static func summary(_ rows: [ComparisonRow]) -> String {
    "\(HumanFormat.counted(rows.count, "row")): \(HumanFormat.counts(rows.map(\.verdict), \.counted))."
  }

  /// The explanation of the ratio, or an empty text if no times were compared.
  private var legend: String {
    rows.contains { $0.time != nil } ? "times: \(Self.ratio).\n" : ""
  }

  private var closing: String {
    legend + notes.map { "note: \($0)\n" }.joined() + (leftOut.isEmpty ? "" : compared + "; --all shows each.\n")
  }

  /// Counts the outcomes, instructions and times that were compared in the rows that are left out. Some rows have only outcomes.
  private var compared: String {
    let parts = [
      ("outcomes", leftOut.count), ("instructions", leftOut.count { $0.counts?.direction == .same }),
      ("times", leftOut.count { $0.time?.direction == .same }),
    ]
    return "\(HumanFormat.counted(leftOut.count, "row")) without a change in what was compared: "
      + parts.map { "\($0) of \($1 == 0 ? "none" : HumanFormat.grouped($1))" }.joined(separator: ", ")
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
      key.strategy, HumanFormat.short(access.0), HumanFormat.short(access.1),
      HumanFormat.short(time?.medians.decisive?.ratio),
    ]
  }

  /// The row in words, with the command that repeats it.
  fileprivate var message: String { "\n\(verdict.rawValue): \(key.title): \(why)\n  next: \(command)\n" }

  /// The command that runs the row again.
  var command: String {
    let row = "--strategy \(key.strategy) --scenario \(key.scenario) --threads \(key.threads)"
    return old?.isOfTests ?? new?.isOfTests == true
      ? "STRESS_TIME=10s swift test, in the test's package"
      : (["\(Tool.current.name) run \(row)"] + key.specialOptions + ["--time 1s"]).joined(separator: " ")
  }

  /// The reason for the verdict, and the figures behind the ratio if no other column shows them.
  fileprivate var reason: String { [why, origin].filter { !$0.isEmpty }.joined(separator: "; ") }

  private var origin: String {
    guard let decisive = time?.medians.decisive, decisive.measure != .nanoseconds else { return "" }
    let quotient = "\(HumanFormat.short(decisive.new)) / \(HumanFormat.short(decisive.old))"
    return "times \(decisive.measure.phrase): \(quotient)"
  }
}

extension TimingChange.Measure {
  fileprivate var phrase: String {
    switch self {
    case .nanoseconds: "in ns"
    case .floor: "over the floor"
    }
  }
}

extension GroupChange {
  /// The verdict in a sentence, for a reader.
  package var meaning: String {
    switch self {
    case .worse: "An outcome, a count of instructions or a time is worse than before."
    case .missing: "The new report lacks the row, or did not run it."
    case .tooWeak:
      "The old report shows a known defect that the new one does not, in trials that were enough to see it."
    case .notJudged:
      "Counts of instructions cannot be compared, or there is a gate for times, and the times do not decide."
    case .better: "An outcome, a count of instructions or a time is better than before, and nothing is worse."
    case .new: "Only the new report has run the row."
    case .same:
      "The outcomes are the same, at whatever rates, and what was judged besides is within its gates."
    case .sameOutcomes:
      "The outcomes are the same, at whatever rates; besides, nothing was judged, or times and counts disagree."
    }
  }

  /// The verdict behind a number of rows.
  fileprivate var counted: String {
    switch self {
    case .same: "the same in outcomes and in what else was judged"
    case .sameOutcomes: "the same in outcomes alone"
    default: rawValue
    }
  }

  fileprivate var tone: StyledText.Tone {
    switch self {
    case .worse: .bad
    case .missing, .tooWeak, .notJudged: .weak
    case .better: .good
    case .new, .same, .sameOutcomes: .neutral
    }
  }
}
