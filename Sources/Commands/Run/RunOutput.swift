import Core
import Platform
import Reports
import TextFormats

/// Where the rows of a run go: the report, the samples, and what the two standard outputs get.
struct RunOutput {
  private let request: RunRequest
  private let console: Console
  /// nil where the report is standard output's data.
  private let report: ReportFile?
  private let samples: SamplesFile?
  private let summary: ResultFile?
  private let junit: ResultFile?

  /// Opens what is to be written; what cannot be, is exit code 73 before anything runs.
  init(_ request: RunRequest, console: Console) throws {
    self.request = request
    self.console = console
    try console.output.requireWritable()
    report = request.csvIsStandardOutput ? nil : try ReportFile(path: request.csv)
    samples = try request.samples.map(SamplesFile.init)
    summary = try request.summary.map { try ResultFile(path: $0, .summary) }
    junit = try request.junit.map { try ResultFile(path: $0, .junit) }
    if let note = report?.note { console.printMessage("note: \(note)\n") }
  }

  func rowFinished(_ row: StressRow, _ samples: [TimingSample]) throws {
    // A row that was stopped is no finished row.
    if row.status != .interrupted { try report?.append(row) }
    self.samples?.append(row, samples: samples)
  }

  /// - Parameter rows: all of the plan, in the report's order; also those of a run that was interrupted.
  func finish(_ rows: [StressRow], verdict: RunVerdict) throws {
    let errors = [
      failure { try report?.finish(rows) },
      failure { try samples?.finish(order: rows.map(\.key)) },
      failure { try summary?.write(summaryText(rows)) },
      failure { try junit?.write(JUnit(run: rows).text) },
      failure { try console.output.write(data(rows)) },
    ].compactMap(\.self)
    if let text = words(rows, verdict) { console.printMessage(text) }
    let worst = ExitCode.worst(of: errors.map(\.code))
    if let error = errors.first(where: { $0.code == worst }) { throw error }
  }

  private func summaryText(_ rows: [StressRow]) -> String {
    "## singleton-bench run\n\n" + RunTable(rows).markdown + "\n" + RunSummary(rows).markdown + "\n"
  }

  /// One output that cannot be written must not cost the others.
  private func failure(_ write: () throws -> Void) -> CommandError? {
    do {
      try write()
      return nil
    } catch {
      return CommandError(reporting: error)
    }
  }

  /// What standard output gets.
  private func data(_ rows: [StressRow]) -> String {
    text(of: rows, request.csvIsStandardOutput ? .csv : request.format, on: console.output)
  }

  /// What standard error gets, or `nil` if there is nothing to say besides the data.
  private func words(_ rows: [StressRow], _ verdict: RunVerdict) -> String? {
    if request.csvIsStandardOutput && request.format == .table { return text(of: rows, .table, on: console.messages) }
    if request.format.isForPersons { return nil }
    return verdict == .passed ? nil : RunSummary(rows).text(color: wantsColor(on: console.messages))
  }

  private func text(of rows: [StressRow], _ format: ReportFormat, on output: any TextOutput) -> String {
    format.text(of: rows, width: output.columns, color: wantsColor(on: output))
  }

  private func wantsColor(on output: any TextOutput) -> Bool { request.color.wantsColor(on: output, in: console) }
}
