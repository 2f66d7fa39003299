package import Outcomes

/// The columns of litmus results: those of CSV and JSON, and of them the table's and Markdown's.
package enum LitmusColumns {
  package static let all: [Column<LitmusRow>] = ofProgram + ofVerdict + ofCounts + [wallTime]

  private static let ofProgram = [
    Column<LitmusRow>("file", "The litmus file.", .text) { .text($0.file) },
    Column<LitmusRow>("test", "The program's name.", .text) { .text($0.test) },
    Column<LitmusRow>("model", "The memory model: rc11, tso or sc.", .text) { .text($0.model) },
  ]

  private static let ofVerdict = [
    Column<LitmusRow>("verdict", "differs, stopped, as stated or nothing stated.", .text) {
      .text($0.verdict.rawValue)
    },
    Column<LitmusRow>("why", "How it differs, or where it was stopped.", .text) { .text(orEmpty: $0.why) },
  ]

  private static let ofCounts =
    figures + [
      Column<LitmusRow>("stuck_executions", "Executions that end in threads which wait for ever.", .integer) {
        .integer(orEmpty: $0.counts.stuckExecutions)
      },
      Column<LitmusRow>("outcomes", "Each outcome, and in brackets how many executions show it.", .text) {
        .text($0.outcomesInWords)
      },
    ]

  /// What a person's table shows in columns of their own.
  static let figures = [
    Column<LitmusRow>("executions", "Executions in which every thread comes to its end.", .integer) {
      .integer(orEmpty: $0.counts.executions)
    },
    Column<LitmusRow>("race", "Whether an execution has a data race: yes or no.", .text) {
      .text($0.counts.hasRace ? "yes" : "no")
    },
    Column<LitmusRow>("stuck", "Whether an execution ends in threads that wait for ever: yes or no.", .text) {
      .text($0.counts.isStuck ? "yes" : "no")
    },
  ]

  static let wallTime = Column<LitmusRow>("wall_ms", "Wall time, milliseconds; empty without --time-each.", .real) {
    .real(orEmpty: $0.wallTime, .fixed(3))
  }
}

extension LitmusRow {
  /// `0:r0=0,1:r0=1 (2); ...`; `none` where no execution comes to its end.
  var outcomesInWords: String {
    let outcomes = counts.outcomes.map { "\($0.values.words(observing: observed)) (\(Figure.grouped($0.executions)))" }
    return outcomes.isEmpty ? "none" : outcomes.joined(separator: "; ")
  }
}
