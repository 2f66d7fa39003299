import SingletonDrawings
import SingletonMemoryModels
import SingletonModelChecker
package import SingletonTextFormats

/// The results of a litmus program under one memory model, compared with the results stated in its file.
package struct LitmusRow: Sendable {
  /// Whether the results are those stated in the file. The cases are in the order of their importance to a reader.
  package enum Agreement: String, CaseIterable, Sendable {
    case differs
    /// A limit stopped the exploration, and the executions until then contradict nothing that is stated.
    case stopped
    case asStated = "as stated"
    case nothingStated = "nothing stated"
  }

  let file: String
  let test: String
  let model: String
  /// The values observed at the end of an execution: registers as `thread:register`, variables by their names.
  let observed: [String]
  let tally: LitmusTally
  let agreement: Agreement
  /// How the results differ from those stated, or where the exploration was stopped; empty if neither applies.
  let why: String

  /// The outcomes, such as `0:r0=0,1:r0=1 (2); ...`, or `none` if no execution finishes.
  var outcomes: String {
    let outcomes = tally.outcomes.keys.inOrder.map { values in
      "\(values.spelled(observing: observed)) (\(HumanFormat.grouped(tally.outcomes[values]!)))"
    }
    return outcomes.isEmpty ? "none" : outcomes.joined(separator: "; ")
  }
}

extension [Int?] {
  /// Returns the observed values in the spelling that `--outcome` accepts, such as `0:r0=1,x=2`.
  package func spelled(observing observed: [String]) -> String {
    if isEmpty { return "nothing observed" }
    return zip(observed, self).map { "\($0)=\($1.map(String.init) ?? "null")" }.joined(separator: ",")
  }
}

extension Sequence<[Int?]> {
  /// The outcomes in lexicographic order. A value that was never set comes before all others.
  var inOrder: [[Int?]] {
    sorted { left, right in
      for (left, right) in zip(left, right) where left != right {
        guard let left else { return true }
        guard let right else { return false }
        return left < right
      }
      return false
    }
  }
}

// MARK: - Columns

/// The columns of litmus results: all of them in CSV and JSON, some of them in the table and Markdown.
package enum LitmusColumns {
  package static let all: [Column<LitmusRow>] =
    [
      Column("file", "The litmus file.", .text) { $0.file },
      Column("test", "The program's name.", .text) { $0.test },
      Column("model", "The memory model: rc11, arm, tso or sc.", .word(among: MemoryModel.allCases.map(\.rawValue))) {
        $0.model
      },
      Column("verdict", "differs, stopped, as stated or nothing stated.", .choice) { $0.agreement },
      Column("why", "How the results differ, or where the exploration was stopped.", .text) { $0.why },
    ] + figures + [
      Column("stuck_executions", "Executions that end with threads waiting forever.", .integer) {
        $0.tally.stuckExecutions
      },
      Column("outcomes", "Each outcome, followed by the number of executions that show it.", .text) { $0.outcomes },
    ]

  /// The figures that have a separate column in the table and in Markdown.
  static let figures: [Column<LitmusRow>] = [
    Column("executions", "Executions in which every thread finishes.", .integer) { $0.tally.executions },
    Column("race", "Whether an execution has a data race.", .flag) { $0.tally.hasRace },
    Column("stuck", "Whether an execution ends with threads waiting forever.", .flag) { $0.tally.isStuck },
  ]
}

extension JSON {
  static func litmus(_ rows: [LitmusRow]) -> JSON {
    let counts = LitmusRow.Agreement.allCases.map { agreement in
      (key: agreement.rawValue, value: JSON.number(rows.count { $0.agreement == agreement }))
    }
    return ["counts": .object(counts), "rows": .array(rows.map(\.json))]
  }
}

extension LitmusRow {
  /// The row as an object with a member for each column. Outcomes are objects too.
  fileprivate var json: JSON {
    let outcomes = tally.outcomes.keys.inOrder.map { outcome -> JSON in
      let values = zip(observed, outcome).map { (key: $0, value: $1.map { .number($0) } ?? JSON.null) }
      return ["values": .object(values), "executions": .number(tally.outcomes[outcome]!)]
    }
    return .object(
      JSON.members(of: self, LitmusColumns.all).map { $0.key == "outcomes" ? ($0.key, .array(outcomes)) : $0 })
  }
}

// MARK: - Table

/// A table of litmus results, with a section for each program and a line for each memory model.
struct LitmusTable {
  private let rows: [LitmusRow]
  private let isOfOneFile: Bool

  init(_ rows: [LitmusRow]) {
    self.rows = rows
    isOfOneFile = Set(rows.map(\.file)).count == 1
  }

  private var table: Table {
    Table(
      "Litmus tests", sections: isOfOneFile ? "test" : "file and test",
      columns: [Table.Column("model")] + LitmusColumns.figures.map { Table.Column($0.name, .figure) }
        + [Table.Column("verdict, and outcomes (executions of each)", .verdict)],
      rows: rows.map { row in
        let verdict = StyledText(text: "\(row.verdict). \(row.foldableOutcomes)", tone: row.agreement.tone)
        return Table.Row(
          section: isOfOneFile ? row.test : "\(row.file): \(row.test)",
          ([row.model] + cells(of: row)).map { Table.Cell($0) } + [Table.Cell(verdict)])
      })
  }

  /// Returns the table as plain text. Verdicts and outcomes are wrapped, and nothing is cut off.
  func text(width: Int = 80, color: Bool = false) -> String {
    rows.isEmpty
      ? "" : table.text(width: width, color: color) + "\n" + TextLayout.paragraph(Self.leftOut, width: width)
  }

  /// A note on the executions that the outcomes do not cover.
  static var leftOut: String {
    "Left out under \(MemoryModel.rc11.rawValue) and \(MemoryModel.arm.rawValue): \(ProofStatement.leftOut)."
  }

  var markdown: String {
    rows.isEmpty ? "" : table.markdown + "\n" + Markdown.escaped(Self.leftOut) + "\n"
  }

  /// Returns the number of programs, of rows, and of rows with each verdict.
  static func summary(_ rows: [LitmusRow]) -> String {
    let counts = HumanFormat.counts(rows.map(\.agreement), \.rawValue)
    let programs = Set(rows.map { [$0.file, $0.test] }).count
    return HumanFormat.counted(programs, "program") + ", " + HumanFormat.counted(rows.count, "row")
      + (counts.isEmpty ? "" : ": " + counts) + "."
  }

  private func cells(of row: LitmusRow) -> [String] {
    LitmusColumns.figures.map { column in
      switch column.value(of: row) {
      case .integer(let count): HumanFormat.grouped(count)
      case let cell: cell.spelling
      }
    }
  }
}

extension LitmusRow {
  /// The outcomes, with spaces where a line may break. An outcome itself is broken only if it is longer than a line.
  fileprivate var foldableOutcomes: String {
    let isLong = outcomes.split(separator: ";").contains { $0.count > Self.widestOutcome }
    return isLong ? outcomes.split(separator: ",").joined(separator: ", ") : outcomes
  }

  private static let widestOutcome = 70

  /// The verdict, such as `as stated` or `DIFFERS: expected 3 executions, got 4`.
  fileprivate var verdict: String {
    let word = agreement == .differs ? agreement.rawValue.uppercased() : agreement.rawValue
    return why.isEmpty ? word : "\(word): \(why)"
  }
}

extension LitmusRow.Agreement {
  fileprivate var tone: StyledText.Tone {
    switch self {
    case .differs: .bad
    case .stopped: .weak
    case .asStated: .good
    case .nothingStated: .neutral
    }
  }
}
