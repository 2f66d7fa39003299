package import SingletonCore
import SingletonPlatform
import SingletonPresentation
import SingletonReports
import SingletonStrategyKit
package import SingletonStressEngine
import SingletonTextFormats

/// Executes a run, and sends its events to the listener. Tests substitute their own.
package typealias RunEngine = (StressRun, RunMetadata, (StressEvent) throws -> Void) throws -> Void

/// A run, from its plan to its rows, and its progress on the console: a line that is rewritten, with the results of
/// rows and notes above it.
final class Run {
  let host: HostInfo
  private let run: StressRun
  private let request: RunRequest
  private let invocation: Invocation
  /// `nil` if no progress is shown.
  private var line: ProgressLine?
  /// The counting times of the rows that have started.
  private var times: [Duration] = []

  var plan: Plan { run.plan }
  private var console: Console { invocation.console }

  /// Creates a run and its plan, without starting it.
  ///
  /// - Throws: A ``CommandError`` if the request is contradictory or selects nothing.
  init(_ request: RunRequest, in invocation: Invocation) throws {
    self.request = request
    self.invocation = invocation
    host = invocation.tool.host()
    try request.check()
    run = try request.stressRun(of: invocation.catalog, on: host)
    let console = invocation.console
    line = request.progress.wantsProgress(in: console) ? ProgressLine(on: console.messages) : nil
  }

  /// Prints the seed, unless it was given, warnings about conditions that impair the measurements, and how long the run
  /// will take, unless it is short.
  func announce() {
    if request.seed == nil {
      let seed = FieldValue.identifier(plan.seed).spelling
      console.printFolded("seed: \(seed) (--seed \(seed) repeats this order)\n")
    }
    let threads = Set(plan.rows.map(\.key.threads)).sorted()
    invocation.printWarnings(of: host, threads: threads, plan.settings.placement)
    if let seconds = run.estimatedSeconds, seconds >= Self.shortWait {
      console.printFolded("\(HumanFormat.counted(plan.rows.count, "row")), about \(HumanFormat.seconds(seconds))\n")
    }
  }

  private static let shortWait = 10.0

  /// Runs the plan, showing its progress if requested.
  ///
  /// - Parameters:
  ///   - checker: The checker's part in the verdicts, or `nil` if the verdicts are those of the run alone.
  ///   - rowFinished: Called for each row, in the order in which rows finish.
  /// - Returns: All rows of the plan in report order; those stopped by an interruption have the status `interrupted`.
  ///   If the system refuses a resource, the run ends, and the rows that have finished are kept.
  func execute(
    judgedBy checker: CheckedVerdicts? = nil,
    rowFinished: (StressRow, [TimingSample]) throws -> Void = { _, _ in }
  ) throws -> (rows: [StressRow], failure: EngineError?) {
    defer { line?.clear() }
    var rows: [StressRow] = []
    var failure: EngineError?
    do {
      try invocation.tool.engine(run, .now(plan, on: host, in: console)) { event in
        if case .rowFinished(let finished, let samples) = event {
          let row = checker?.judged(finished) ?? finished
          rows.append(row)
          show(row)
          try rowFinished(row, samples)
        }
        show(event)
      }
    } catch let error as EngineError {
      failure = error
    }
    printShares()
    if let failure, rows.isEmpty { throw failure }
    guard rows.count == plan.rows.count else {
      throw CommandError.ownBug("the engine returned \(rows.count) of \(plan.rows.count) planned rows")
    }
    return (rows.inReportOrder(invocation.catalog.ids), failure)
  }

  /// Asks the checker before the run, so that each verdict, from the first line on, comes from both.
  ///
  /// - Returns: `nil` if the checker is not to be asked.
  func askChecker() throws -> CheckedVerdicts? {
    guard !request.noCheck else { return nil }
    defer { line?.clear() }
    return try CheckedVerdicts(plan, in: invocation.catalog) {
      line?.show("asking the checker", number: 0, of: plan.rows.count)
    }
  }
}

// MARK: - Progress

extension Run {
  private func show(_ event: StressEvent) {
    switch event {
    case .rowStarted(_, _, _, let time): times.append(time)
    case .goingOn(let rows, let time):
      let late =
        rows == 1 ? "1 row continues until its rare" : "\(HumanFormat.grouped(rows)) rows continue until their rare"
      show(note: "\(late) known defect shows, for at most \(DurationFormat.text(time)) in all (--until-shown)")
    case .stopped(let row, let process):
      show(
        note:
          "a signal has stopped the process of \(row.title), and the run waits for it\n  next: kill -CONT \(process)")
    case .progress, .rowFinished: break
    }
    line?.show(event)
  }

  private func show(note: String) {
    line?.clear()
    console.printFolded("note: \(note)\n")
  }

  /// Shows a row's result above the progress line, because a whole run takes a while.
  private func show(_ row: StressRow) {
    line?.clear()
    guard line != nil, row.status != .interrupted else { return }
    let result = row.resultText(width: console.messages.columns)
    console.printMessage(request.color.wantsColor(on: console.messages, in: console) ? result.painted : result.text)
  }

  /// Prints the time that each row got if the user gave a time for the whole run.
  private func printShares() {
    line?.clear()
    guard let totalTime = request.totalTime, let least = times.min(), let most = times.max() else { return }
    let shares = Set([least, most]).sorted().map { HumanFormat.short(Double($0.nanoseconds) / 1e6) + " ms" }
    console.printFolded("--total-time \(DurationFormat.text(totalTime)): \(shares.joined(separator: " to ")) per row\n")
  }
}
