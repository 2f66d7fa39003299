package import SingletonCore
import SingletonPlatform
import SingletonPresentation
import SingletonReports
import SingletonStrategyKit
package import SingletonStressEngine
import SingletonTextFormats

/// A function that executes a run and passes its events to the listener. Tests replace it.
package typealias RunEngine = (StressRun, RunMetadata, (StressEvent) throws -> Void) throws -> Void

/// A run, from its plan to its rows. Its progress appears on the console as a line that is rewritten in place, below
/// the results of rows and notes.
final class Run {
  let host: HostInfo
  private let run: StressRun
  private let request: RunRequest
  private let invocation: Invocation
  private var line: ProgressLine?
  /// The counting times of the rows that have started.
  private var times: [Duration] = []

  var plan: Plan { run.plan }
  private var console: Console { invocation.console }

  /// Creates a run and its plan, but does not start it.
  ///
  /// - Throws: A ``CommandError`` if options contradict each other, or if nothing is selected.
  init(_ request: RunRequest, in invocation: Invocation) throws {
    self.request = request
    self.invocation = invocation
    host = invocation.tool.host()
    try request.check()
    run = try request.stressRun(
      of: invocation.catalog, on: host, countsInDebugBuild: invocation.tool.countsInDebugBuild)
    let console = invocation.console
    line =
      request.progress.wantsProgress(in: console)
      ? ProgressLine(on: console.messages, estimate: run.estimatedSeconds) : nil
  }

  /// Prints what a user should know before the run: the seed if it was not given, warnings about conditions that impair
  /// measurements, and the duration unless it is short.
  func announce() {
    if request.seed == nil {
      let seed = FieldValue.identifier(plan.seed).spelling
      console.printFolded("seed: \(seed) (--seed \(seed) repeats this order)\n")
    }
    let threads = Set(plan.rows.map(\.key.threads)).sorted()
    invocation.printWarnings(of: host, threads: threads)
    if let seconds = run.estimatedSeconds(fromRow: 1), seconds >= Self.shortWait {
      let condition = invocation.tool.conditions().areBusy(cores: host.cores) ? " on a quiet machine" : ""
      console.printFolded(
        "\(HumanFormat.counted(plan.rows.count, "row")), about \(HumanFormat.seconds(seconds))\(condition)\n")
    }
  }

  private static let shortWait = 10.0

  /// Runs the plan, and shows progress if requested.
  ///
  /// - Parameters:
  ///   - checker: The checker's verdicts, or `nil` if the verdicts are those of the run alone.
  ///   - rowFinished: Called for each row, in the order in which rows finish.
  /// - Returns: All rows of the plan, in the report's order. The status of rows that an interruption stopped is
  ///   `interrupted`. If the system refuses a resource, the run ends, and the finished rows are kept.
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

  /// Runs the checker before the run, so that all verdicts, from the first line on, take it into account.
  ///
  /// - Returns: `nil` if the user does not want the checker's verdicts.
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

  /// Shows a row that is not as declared above the progress line, so that the user need not wait for the end of the run.
  private func show(_ row: StressRow) {
    guard line != nil, row.status != .interrupted, row.grade != .passed && row.grade != .reproduced else { return }
    line?.clear()
    let result = row.resultText(width: console.messages.columns)
    console.printMessage(request.color.wantsColor(on: console.messages, in: console) ? result.painted : result.text)
  }

  /// Prints the time that each row got, if the user gave a time for the whole run.
  private func printShares() {
    line?.clear()
    guard let totalTime = request.totalTime, let least = times.min(), let most = times.max() else { return }
    let shares = Set([least, most]).sorted().map { HumanFormat.short(Double($0.nanoseconds) / 1e6) + " ms" }
    console.printFolded("--total-time \(DurationFormat.text(totalTime)): \(shares.joined(separator: " to ")) per row\n")
  }
}
