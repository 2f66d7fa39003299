package import SingletonTextFormats

/// The columns of litmus results: all of them in CSV and JSON, some of them in the table and Markdown.
package enum LitmusColumns {
  package static let all: [Column<LitmusRow>] = ofProgram + ofVerdict + ofCounts + [wallTime]

  private static let ofProgram: [Column<LitmusRow>] = [
    Column("file", "The litmus file.", .text) { $0.file },
    Column("test", "The program's name.", .text) { $0.test },
    Column("model", "The memory model: rc11, tso or sc.", .text) { $0.model },
  ]

  private static let ofVerdict: [Column<LitmusRow>] = [
    Column("verdict", "differs, stopped, as stated or nothing stated.", .text) { $0.verdict.rawValue },
    Column("why", "How it differs, or where it was stopped.", .text) { $0.why },
  ]

  private static let ofCounts: [Column<LitmusRow>] =
    figures + [
      Column("stuck_executions", "Executions that end with threads waiting forever.", .integer) {
        $0.tally.stuckExecutions
      },
      Column("outcomes", "Each outcome, followed by the number of executions that show it.", .text) {
        $0.outcomesInWords
      },
    ]

  /// The figures that have their own column in the table and Markdown.
  static let figures: [Column<LitmusRow>] = [
    Column("executions", "Executions in which every thread finishes.", .integer) { $0.tally.executions },
    Column("race", "Whether an execution has a data race.", .flag) { $0.tally.hasRace },
    Column("stuck", "Whether an execution ends with threads waiting forever.", .flag) { $0.tally.isStuck },
  ]

  static let wallTime = Column<LitmusRow>(
    "wall_ms", "Wall time in milliseconds; empty without --time-each.", .real(.fixed(3))
  ) {
    $0.wallTime
  }
}

extension LitmusRow {
  /// The row as an object with a member for each column, whose outcomes are objects too.
  var json: JSON {
    .object(JSON.members(of: self, LitmusColumns.all).map { $0.key == "outcomes" ? ($0.key, outcomesAsObjects) : $0 })
  }

  private var outcomesAsObjects: JSON {
    .array(
      tally.outcomes.keys.inOrder.map { outcome in
        let values = zip(observed, outcome).map { (key: $0, value: $1.map { .number($0) } ?? JSON.null) }
        return ["values": .object(values), "executions": .number(tally.outcomes[outcome]!)]
      })
  }

  /// The outcomes, such as `0:r0=0,1:r0=1 (2); ...`, or `none` if no execution finishes.
  var outcomesInWords: String {
    let outcomes = tally.outcomes.keys.inOrder.map { values in
      "\(values.words(observing: observed)) (\(HumanFormat.grouped(tally.outcomes[values]!)))"
    }
    return outcomes.isEmpty ? "none" : outcomes.joined(separator: "; ")
  }
}
