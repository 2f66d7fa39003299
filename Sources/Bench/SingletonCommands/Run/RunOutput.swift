import SingletonCore
import SingletonPlatform
import SingletonPresentation
import SingletonReports
import SingletonTextFormats

/// The outputs of a run: the report, the samples, the summary, the JUnit file, and both standard streams.
struct RunOutput {
  private let request: RunRequest
  private let console: Console
  /// The report's file, or `nil` if the report goes to standard output.
  private let report: ReportFile?
  private let samples: SamplesFile?
  private let summary: ResultFile?
  private let junit: ResultFile?

  /// Opens the outputs. If an output cannot be written, the program ends with exit code 73 before anything runs.
  init(_ request: RunRequest, console: Console) throws {
    self.request = request
    self.console = console
    try console.output.requireWritable()
    let force = request.force
    report = request.csvIsStandardOutput ? nil : try ReportFile(path: request.csv, force: force)
    samples = try request.samples.map { try SamplesFile(path: $0, force: force) }
    summary = try request.summary.map { try ResultFile(path: $0, .summary, force: force) }
    junit = try request.junit.map { try ResultFile(path: $0, .junit, force: force) }
    // It cannot be tested whether a pipe has a reader, because the test would close the pipe and end the reader's data.
    let pipes = [request.csv, request.samples, request.summary, request.junit].compactMap(\.self)
      .filter { FileSystem.kind(of: $0) == .pipe && !$0.hasPrefix("/dev/") }
      .map { "\($0.harmless) is a pipe, so the run ends when its reader has read it" }
    for note in (report?.notes ?? []) + pipes { console.printFolded("note: \(note)\n") }
  }

  func rowFinished(_ row: StressRow, _ samples: [TimingSample]) throws {
    // An interrupted row does not count as finished.
    if row.status != .interrupted { try report?.append(row) }
    self.samples?.append(row, samples: samples)
  }

  /// Writes the outputs.
  ///
  /// - Parameters:
  ///   - rows: All rows of the plan, in the report's order, including those that an interruption stopped.
  ///   - filesWritten: Called before streams are written. Writing to a stream may block until another process reads.
  func finish(_ rows: [StressRow], verdict: RunGrade, filesWritten: () -> Void) throws {
    let files: [(isStream: Bool?, write: () throws -> Void)] = [
      (report?.isStream, { try report?.finish(rows) }),
      (samples?.isStream, { try samples?.finish(order: rows.map(\.key)) }),
      (summary?.isStream, { try summary?.write(summaryText(rows)) }),
      (junit?.isStream, { try junit?.write(JUnit(run: rows).text) }),
    ]
    var errors = files.filter { $0.isStream == false }.map { failure($0.write) }
    filesWritten()
    errors += files.filter { $0.isStream == true }.map { failure($0.write) }
    let format = request.csvIsStandardOutput ? .csv : request.format
    errors.append(failure { try console.output.write(text(of: rows, format, on: console.output)) })
    try report(rows, verdict, errors.compactMap(\.self))
  }

  /// Prints messages about the rows, then throws the worst error of the outputs, if there is one.
  private func report(_ rows: [StressRow], _ verdict: RunGrade, _ errors: [CommandError]) throws {
    if let text = message(rows, verdict) { console.printMessage(text) }
    if request.annotates { console.printMessage(Annotations.text(run: rows)) }
    let worst = ExitCode.worst(of: errors.map(\.code))
    if let error = errors.first(where: { $0.code == worst }) { throw error }
  }

  /// Returns the first screen as Markdown, with the rows in a section that readers can open.
  private func summaryText(_ rows: [StressRow]) -> String {
    "## \(Tool.current.name) run\n\n" + RunSummary(rows).markdown + "\n" + StrategyTable(rows).markdown + "\n"
      + Markdown.folded("Every row, with counts", RunTable(rows).markdown)
  }

  /// Writes one output, and returns the error if there is one, so that other outputs are still written.
  private func failure(_ write: () throws -> Void) -> CommandError? {
    do {
      try write()
      return nil
    } catch {
      return CommandError(ofRun: error)
    }
  }

  /// Returns the text for standard error, or `nil` if standard output already contains everything.
  private func message(_ rows: [StressRow], _ verdict: RunGrade) -> String? {
    if request.format.isForPersons {
      return request.csvIsStandardOutput ? text(of: rows, request.format, on: console.messages) : nil
    }
    return verdict == .passed
      ? nil
      : RunSummary(rows).text(width: console.messages.columns, color: wantsColor(on: console.messages))
  }

  private func text(of rows: [StressRow], _ format: ReportFormat, on output: any TextOutput) -> String {
    format.text(
      of: rows, width: output.columns, color: wantsColor(on: output), isTerminal: output.isTerminal)
  }

  private func wantsColor(on output: any TextOutput) -> Bool { request.color.wantsColor(on: output, in: console) }
}
