import SingletonDrawings
import SingletonMemoryModels
import SingletonTextFormats

/// A table of litmus results, with a section for each program and a line for each memory model.
struct LitmusTable {
  private let rows: [LitmusRow]
  private let columns: [Column<LitmusRow>]
  private let isOfOneFile: Bool

  init(_ rows: [LitmusRow]) {
    self.rows = rows
    isOfOneFile = Set(rows.map(\.file)).count == 1
    let isTimed = rows.contains { $0.wallTime != nil }
    columns = LitmusColumns.figures + (isTimed ? [LitmusColumns.wallTime] : [])
  }

  /// Returns the table as plain text; verdicts and outcomes are wrapped, and nothing is truncated.
  func text(width: Int = 80, color: Bool = false) -> String {
    let table = TextTable(
      titles: [["model"]] + columns.map { [$0.name] }, lastTitle: "verdict, and outcomes (executions of each)",
      lines: rows.map { row in
        TextTable.Line(
          section: isOfOneFile ? row.test : "\(row.file): \(row.test)", cells: [row.model] + cells(of: row),
          last: StyledText(text: "\(row.verdict). \(row.foldableOutcomes)", tone: row.agreement.tone))
      })
    return rows.isEmpty
      ? "" : table.text(width: width, color: color) + "\n" + TextLayout.paragraph(leftOut, width: width)
  }

  /// What the outcomes do not cover.
  private var leftOut: String { "Left out under \(MemoryModel.rc11.rawValue): \(ProofStatement.leftOut)." }

  /// The table as GitHub Markdown.
  var markdown: String {
    let program = isOfOneFile ? ["test"] : ["file", "test"]
    let table = MarkdownTable(
      titles: program + ["model"] + columns.map(\.name) + ["verdict", "outcomes"],
      numeric: program.count + 1..<program.count + 1 + columns.count,
      rows: rows.map { row in
        (isOfOneFile ? [] : [row.file]) + [row.test, row.model] + cells(of: row)
          + [row.verdict, row.outcomes]
      })
    return rows.isEmpty ? "" : table.text + "\n" + Markdown.escaped(leftOut) + "\n"
  }

  /// Returns the number of programs, of rows, and of rows with each verdict.
  static func summary(_ rows: [LitmusRow]) -> String {
    let parts = LitmusRow.Agreement.allCases.compactMap { agreement -> String? in
      let count = rows.count { $0.agreement == agreement }
      return count == 0 ? nil : "\(HumanFormat.grouped(count)) \(agreement.rawValue)"
    }
    let programs = Set(rows.map { [$0.file, $0.test] }).count
    return HumanFormat.counted(programs, "program") + ", " + HumanFormat.counted(rows.count, "row")
      + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")) + "."
  }

  private func cells(of row: LitmusRow) -> [String] {
    columns.map { column in
      switch column.value(of: row) {
      case .integer(let count): HumanFormat.grouped(count)
      case let cell: cell.spelling
      }
    }
  }
}

extension LitmusRow {
  /// The outcomes, with spaces where lines may break: an outcome is broken only if it is too long for a line.
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
