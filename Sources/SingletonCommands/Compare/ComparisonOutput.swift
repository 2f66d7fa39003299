import SingletonComparison
import SingletonCore
import SingletonPresentation
import SingletonReports
import SingletonTextFormats

/// The outputs of a comparison: standard output, summary and JUnit file.
struct ComparisonOutput {
  private let request: CompareRequest
  private let console: Console
  private let summary: ResultFile?
  private let junit: ResultFile?

  /// Opens the outputs, so that one that cannot be written ends with exit code 73 before anything is read.
  init(_ request: CompareRequest, console: Console) throws {
    self.request = request
    self.console = console
    try console.output.requireWritable()
    summary = try request.summary.map { try ResultFile(path: $0, .summary, force: request.force) }
    junit = try request.junit.map { try ResultFile(path: $0, .junit, force: request.force) }
  }

  func write(_ comparison: ReportComparison) throws {
    try summary?.write(summaryText(comparison))
    try junit?.write(JUnit(comparison: comparison.rows).text)
    try console.output.write(data(comparison))
    if request.annotates { console.printMessage(Annotations.text(comparison: comparison.rows)) }
    guard request.format != .table else { return }
    for note in comparison.notes { console.printFolded("note: \(note)\n") }
  }

  private func data(_ comparison: ReportComparison) -> String {
    let table = ComparisonTable(comparison.rows, notes: comparison.notes)
    return switch request.format {
    case .table:
      table.text(
        width: console.output.columns, color: request.color.wantsColor(on: console.output, in: console))
        + TextLayout.paragraph(ComparisonTable.summary(comparison.rows), width: console.output.columns)
    case .csv: CSV.text(of: comparison.rows, ComparisonColumns.all)
    case .json: JSON.comparison(of: comparison.rows, notes: comparison.notes).text
    case .markdown: table.markdown
    }
  }

  private func summaryText(_ comparison: ReportComparison) -> String {
    let changed = comparison.rows.filter { !$0.verdict.isUnchanged }
    return "## \(Tool.current.name) compare\n\n" + Markdown.escaped(ComparisonTable.summary(comparison.rows)) + "\n\n"
      + ComparisonTable(changed, notes: comparison.notes).markdown
  }
}
