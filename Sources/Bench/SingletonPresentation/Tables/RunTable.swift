package import SingletonCore
import SingletonReports
import SingletonTextFormats

/// The figures that a table of rows has between the strategy and the outcome.
package enum TableFigures: Sendable {
  /// The counts of a run, and the cost of an access.
  case counts
  /// The cost of first accesses, with and without building the instance, and of later accesses, in nanoseconds.
  case times
}

/// A table of a run, with a line for each strategy in each scenario and thread count.
package struct RunTable {
  let table: Table
  private let notes: [String]

  private static let outcome = Table.Column(
    "outcome", .verdict, meaning: "The verdict on the row, then what is not as declared, in capitals.")

  package init(_ rows: [StressRow], showing figures: TableFigures = .counts) {
    self.init(RowGroup.begun(rows), showing: figures, caption: "The race on this machine")
  }

  init(_ rows: [RowGroup], showing figures: TableFigures, caption: String) {
    let shown = figures.columns(for: rows)
    table = Table(
      caption, sections: "scenario and threads",
      columns: [Table.Column("strategy")] + shown.map(\.column) + [Self.outcome],
      rows: rows.map { row in
        let figures = shown.map { Table.Cell(row.wasCounted ? $0.text(row) : HumanFormat.unknown) }
        return Table.Row(
          section: row.heading, [Table.Cell(row.key.strategy)] + figures + [Table.Cell(StyledText(row))])
      })
    let floors = ShortestFloors(of: rows.flatMap(\.rows))
    let notes =
      (figures == .times ? [RowGroup.noteOfFewStarts(rows)].compactMap(\.self) : rows.noteOfEnds)
      + AccessCost.notes(rows.map { AccessCost(of: $0.rows, over: floors) })
      + (figures == .times ? AllCoresCosts(of: rows).notes(rows) : [])
    self.notes = notes.distinct
  }

  package func text(width: Int = 80, color: Bool = false) -> String {
    table.text(width: width, color: color) + notes.map { "\n" + TextLayout.paragraph($0, width: width) }.joined()
  }

  package var markdown: String { table.markdown + notes.map { "\n" + Markdown.escaped($0) + "\n" }.joined() }

  var markup: [Markup] { [table.markup] + notes.map(Markup.paragraph) }

  func folded(as summary: String) -> [Markup] { [table.folded(as: summary)] + notes.map(Markup.paragraph) }
}

private struct FigureColumn {
  let column: Table.Column
  let text: (RowGroup) -> String

  init(_ title: String, lines: [String]? = nil, meaning: String, _ text: @escaping (RowGroup) -> String) {
    column = Table.Column(title, .figure, meaning: meaning, lines: lines)
    self.text = text
  }

  /// - Parameter name: The column of a report that has the figure of one replicate.
  init(_ title: String, lines: [String]? = nil, of name: String, _ text: @escaping (RowGroup) -> String) {
    let summary = StressColumns.all.first { $0.name == name }?.summary ?? ""
    self.init(title, lines: lines, meaning: "\(summary) In reports: \(name).", text)
  }
}

extension TableFigures {
  /// Returns the columns. The interval of medians is left out if no row has enough replicates for one.
  fileprivate func columns(for rows: [RowGroup]) -> [FigureColumn] {
    let floors = ShortestFloors(of: rows.flatMap(\.rows))
    let access = FigureColumn("ns per access", lines: ["ns per", "access"], of: "access_p50_ns") {
      AccessCost(of: $0.rows, over: floors).text
    }
    let interval = FigureColumn(
      "95% of medians", lines: ["95% of", "medians"],
      meaning: "The 95% interval of the median of ns per access, over six replicates or more."
    ) {
      HumanFormat.range($0.access?.interval)
    }
    let times = [access] + (rows.isEmpty || rows.contains { $0.access?.interval != nil } ? [interval] : [])
    return switch self {
    case .counts: Self.tallied + times
    case .times:
      Self.firstAccess + times + allCores(rows) + [
        FigureColumn("floor", of: "access_floor_ns") { HumanFormat.short($0.floor) }
      ]
    }
  }

  private func allCores(_ rows: [RowGroup]) -> [FigureColumn] {
    let costs = AllCoresCosts(of: rows)
    let column = FigureColumn("all cores", lines: ["all", "cores"], of: "all_cores_access_p50_ns", costs.text)
    return rows.isEmpty || rows.contains { row in row.median { $0.allCoresAccess?.p50 } != nil } ? [column] : []
  }

  private static var tallied: [FigureColumn] {
    [
      FigureColumn("trials", meaning: "In each trial, all threads access one fresh cell. In reports: trials.") {
        HumanFormat.short($0.tally[.trials])
      },
      FigureColumn("most inst.", lines: ["most", "inst."], of: "instances_max") {
        HumanFormat.short($0.tally[.instancesMax])
      },
      FigureColumn("inits/trial", lines: ["inits", "/trial"], of: "inits") { HumanFormat.short($0.initsPerTrial) },
      FigureColumn("re-entries", lines: ["re-", "entries"], of: "init_reentries") {
        HumanFormat.short($0.tally.initReentries)
      },
      FigureColumn("violating", lines: ["vio-", "lating"], of: "violation_rate") { $0.violatingShare },
    ]
  }

  private static var firstAccess: [FigureColumn] {
    let figures: [(String, column: String, (RowGroup) -> Double?)] = [
      ("winner", "first_access_winner_p50_ns", \.winner), ("loser", "first_access_loser_p50_ns", \.loser),
      ("p99", "first_access_p99_ns", { $0.median { $0.firstAccess?.p99 } }),
    ]
    return figures.map { title, column, figure in
      FigureColumn("first, " + title, lines: ["first,", title], of: column) { $0.firstAccessText(figure($0)) }
    }
  }
}

extension RowGroup {
  /// Returns the heading of a section, such as `first-access, 64 threads on 2 cores (oversubscribed)`.
  var heading: String {
    let threads = ([key.scenario] + key.special + [HumanFormat.counted(key.threads, "thread")]).joined(separator: ", ")
    guard isOversubscribed else { return threads }
    return threads + " on " + HumanFormat.counted(rows[0].host.cores, "core") + " (oversubscribed)"
  }
}

// MARK: - First accesses

extension RowGroup {
  /// The time of a first access by the thread that built the instance, in nanoseconds: the median over the replicates.
  var winner: Double? { median { $0.firstAccess?.winnerP50 } }

  /// The time of a first access by a thread that waited for the instance or found it, in nanoseconds: the median over
  /// the replicates.
  var loser: Double? { median { $0.firstAccess?.loserP50 } }

  /// The number of processes in which first accesses were timed, if there are so few that the times depend on chance.
  /// `nil` if there are enough, or if the report lacks the number.
  ///
  /// A strategy that exists once per process has only one first access per process, so few of its first accesses are
  /// timed.
  var fewStarts: UInt64? {
    let timed = rows.compactMap { $0.measured?.firstAccess?.count }.map { UInt64(clamping: $0) }
    let starts = timed.reduce(0, &+) / UInt64(max(1, key.threads))
    return timed.isEmpty || starts >= Verdict.fewTrials ? nil : starts
  }

  /// Returns the time of a first access in nanoseconds, with a mark if there were few starts.
  fileprivate func firstAccessText(_ nanoseconds: Double?) -> String {
    HumanFormat.short(nanoseconds) + (nanoseconds != nil && fewStarts != nil ? Mark.fewStarts.rawValue : "")
  }

  /// Returns a note that explains the mark of few starts, or `nil` if no row has this mark.
  fileprivate static func noteOfFewStarts(_ rows: [RowGroup]) -> String? {
    let few = rows.compactMap(\.fewStarts)
    guard let least = few.min(), let most = few.max() else { return nil }
    let starts = least == most ? HumanFormat.counted(most, "start") : "\(least) to \(most) starts"
    return "\(Mark.fewStarts.rawValue): timed in only \(starts) of a process"
  }
}
