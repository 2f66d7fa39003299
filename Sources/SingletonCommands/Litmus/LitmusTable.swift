import SingletonDrawings
import SingletonMemoryModels
import SingletonTextFormats

/// A table of litmus results, with a section for each program and a line for each memory model.
package struct LitmusTable {
  private let rows: [LitmusRow]
  private let columns: [Column<LitmusRow>]
  private let isOfOneFile: Bool

  package init(_ rows: [LitmusRow]) {
    self.rows = rows
    isOfOneFile = Set(rows.map(\.file)).count == 1
    let isTimed = rows.contains { $0.wallTime != nil }
    columns = LitmusColumns.figures + (isTimed ? [LitmusColumns.wallTime] : [])
  }

  private var table: Table {
    Table(
      "Litmus tests", sections: isOfOneFile ? "test" : "file and test",
      columns: [Table.Column("model")] + columns.map { Table.Column($0.name, .figure) }
        + [Table.Column("verdict, and outcomes (executions of each)", .verdict)],
      rows: rows.map { row in
        let verdict = StyledText(text: "\(row.verdictInWords). \(row.foldableOutcomes)", tone: row.verdict.tone)
        return Table.Row(
          section: isOfOneFile ? row.test : "\(row.file): \(row.test)",
          ([row.model] + cells(of: row)).map { Table.Cell($0) } + [Table.Cell(verdict)])
      })
  }

  /// Returns the table as plain text; verdicts and outcomes are wrapped, and nothing is truncated.
  package func text(width: Int = 80, color: Bool = false) -> String {
    rows.isEmpty
      ? "" : table.text(width: width, color: color) + "\n" + TextLayout.paragraph(leftOut, width: width)
  }

  /// The outcomes that the results do not cover.
  private var leftOut: String { "Left out under \(MemoryModel.rc11.rawValue): \(ProofStatement.leftOut)." }

  /// The table as GitHub Markdown.
  package var markdown: String {
    rows.isEmpty ? "" : table.markdown + "\n" + Markdown.escaped(leftOut) + "\n"
  }

  /// Returns the number of programs, of rows, and of rows with each verdict.
  package static func summary(_ rows: [LitmusRow]) -> String {
    let counts = HumanFormat.counts(rows.map(\.verdict), \.rawValue)
    let programs = Set(rows.map { [$0.file, $0.test] }).count
    return HumanFormat.counted(programs, "program") + ", " + HumanFormat.counted(rows.count, "row")
      + (counts.isEmpty ? "" : ": " + counts) + "."
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
    let isLong = outcomesInWords.split(separator: ";").contains { $0.count > Self.widestOutcome }
    return isLong ? outcomesInWords.split(separator: ",").joined(separator: ", ") : outcomesInWords
  }

  private static let widestOutcome = 70

  /// The verdict, such as `as stated` or `DIFFERS: expected 3 executions, got 4`.
  fileprivate var verdictInWords: String {
    let word = verdict == .differs ? verdict.rawValue.uppercased() : verdict.rawValue
    return why.isEmpty ? word : "\(word): \(why)"
  }
}

extension LitmusVerdict {
  fileprivate var tone: StyledText.Tone {
    switch self {
    case .differs: .bad
    case .stopped: .weak
    case .asStated: .good
    case .nothingStated: .neutral
    }
  }
}
