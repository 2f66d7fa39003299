import SingletonCore
import SingletonPlatform
import SingletonPresentation
import SingletonStressEngine
import SingletonTextFormats

/// A run, from its plan to its rows.
final class RunController {
  let plan: Plan
  let host: HostInfo
  let settings: RunSettings
  private let request: RunRequest
  private let invocation: Invocation
  private let estimate: RunEstimate
  private var progress: ProgressLine?
  /// What the system has refused in the middle of the run, so that the remaining rows did not run.
  private(set) var failure: EngineError?
  /// The counting times of the rows that have started.
  private var times: [Duration] = []

  private static let maxRows = 1_000_000

  /// Creates a run and its plan, without starting it.
  ///
  /// - Throws: A ``CommandError`` if the request is contradictory or selects nothing.
  init(_ request: RunRequest, in invocation: Invocation) throws {
    self.request = request
    self.invocation = invocation
    host = invocation.tool.host()
    try request.check()
    settings = try request.runSettings(cores: host.cores) { UInt64.random(in: .min ... .max) }
    let selection = Selection(
      catalog: invocation.catalog, strategies: request.strategies, scenarios: request.scenarios)
    let selected = try selection.rows()
    let count = selected.count * settings.threads.count * settings.replicates
    guard count <= Self.maxRows else {
      throw CommandError.usage(
        "the plan has \(HumanFormat.grouped(count)) rows", expected: "at most \(HumanFormat.grouped(Self.maxRows))")
    }
    plan = Plan(selected, settings: settings)
    if let shard = settings.shard, plan.rows.isEmpty { throw Self.emptyShare(shard, of: count) }
    estimate = RunEstimate(plan, cores: host.cores)
    if let total = settings.totalTime, total < .seconds(estimate.leastSeconds) {
      throw CommandError.usage(
        "--total-time \(DurationFormat.text(total)) is too short for \(HumanFormat.counted(plan.rows.count, "row")), whose processes alone take longer",
        expected: "at least \(Int(estimate.leastSeconds.rounded(.up)))s, or fewer rows")
    }
  }

  private static func emptyShare(_ shard: Shard, of rows: Int) -> CommandError {
    var error = CommandError.nothingSelected(
      "the plan has \(HumanFormat.counted(rows, "row")), so shard \(shard) is empty and nothing runs", next: nil)
    error.expected = "at most as many shards as rows"
    return error
  }

  /// Prints the seed, unless it was given, and warnings about conditions that impair the measurements.
  func printWarnings() {
    let console = invocation.console
    if request.seed == nil {
      let seed = FieldValue.identifier(settings.seed).spelling
      console.printFolded("seed: \(seed) (--seed \(seed) repeats this order)\n")
    }
    console.printFolded(RunWarnings(host, invocation.tool.conditions(), settings).text)
    printEstimate()
  }

  /// Prints how long the run will take, unless that is not long enough to wonder.
  private func printEstimate() {
    let seconds = settings.totalTime.map { Double($0.nanoseconds) / 1e9 } ?? estimate.seconds(time: settings.row.time)
    guard settings.row.trials == nil, seconds >= Self.shortWait else { return }
    let rows = HumanFormat.counted(plan.rows.count, "row")
    invocation.console.printFolded("\(rows), about \(HumanFormat.seconds(seconds))\n")
  }

  private static let shortWait = 10.0

  /// Prints what each row got of the time for all.
  private func printTimes() {
    guard let total = settings.totalTime, let least = times.min(), let most = times.max() else { return }
    let shares = least == most ? milliseconds(least) : "\(milliseconds(least)) to \(milliseconds(most))"
    invocation.console.printFolded("--total-time \(DurationFormat.text(total)): \(shares) a row\n")
  }

  private func milliseconds(_ time: Duration) -> String { HumanFormat.short(Double(time.nanoseconds) / 1e6) + " ms" }

  /// Runs the plan, showing its progress if requested.
  ///
  /// - Parameter rowFinished: Called for each row, in the order in which rows finish.
  /// - Returns: All rows of the plan in report order; those stopped by an interruption have the status `interrupted`.
  func execute(rowFinished: (StressRow, [TimingSample]) throws -> Void = { _, _ in }) throws -> [StressRow] {
    // An interruption of the checker ends the run before its first row.
    let signals = try EngineError.explained("watching for signals", SignalWatcher.init)
    defer { withExtendedLifetime(signals) {} }
    let check = request.noCheck ? nil : try askChecker()
    if wantsProgress { progress = ProgressLine() }
    defer { clearProgress() }
    var rows: [StressRow] = []
    let run = RunMetadata.now(settings, plan: plan.identity, on: host, in: invocation.console)
    try execute(run) { event in
      if case .rowFinished(let finished, let samples) = event {
        let row = check?.judged(finished) ?? finished
        clearProgress()
        rows.append(row)
        showResult(row)
        try rowFinished(row, samples)
      }
      if case .rowStarted(_, _, _, let time) = event { times.append(time) }
      if case .goingOn(let rows, let time) = event { sayThatRowsGoOn(rows, time) }
      if case .stopped(let row, let process) = event { sayThatRowWaits(row, process) }
      showProgress(event)
    }
    clearProgress()
    printTimes()
    if let failure, rows.isEmpty { throw failure }
    guard rows.count == plan.rows.count else {
      throw CommandError.ownBug("the engine returned \(rows.count) of \(plan.rows.count) planned rows")
    }
    return rows.inReportOrder(invocation.catalog.ids)
  }

  /// Runs the engine. If the system refuses something, the run ends, and the rows that have finished are kept.
  private func execute(_ run: RunMetadata, _ listener: (StressEvent) throws -> Void) throws {
    do {
      try invocation.tool.engine(plan, settings, run, host, listener)
    } catch let error as EngineError {
      failure = error
    }
  }

  private var wantsProgress: Bool { request.progress.wantsProgress(in: invocation.console) }

  private func askChecker() throws -> RunCheck {
    let console = invocation.console
    var line = wantsProgress ? ProgressLine() : nil
    defer { line?.clear().map(console.printMessage) }
    return try RunCheck(plan, in: invocation.catalog) {
      // No row has begun.
      line?.show(
        "asking the checker", number: 0, of: plan.rows.count, now: monotonicNanoseconds(),
        columns: console.messages.columns
      ).map(console.printMessage)
    }
  }

  /// Shows what a row has found above the progress line, because a whole run takes a while.
  private func showResult(_ row: StressRow) {
    let console = invocation.console
    guard progress != nil, row.status != .interrupted else { return }
    let result = row.resultText(width: console.messages.columns)
    console.printMessage(request.color.wantsColor(on: console.messages, in: console) ? result.painted : result.text)
  }

  private func sayThatRowsGoOn(_ rows: Int, _ time: Duration) {
    clearProgress()
    let defects = rows == 1 ? "1 row has" : "\(HumanFormat.grouped(rows)) rows have"
    let go = rows == 1 ? "goes" : "go"
    invocation.console.printFolded(
      "note: \(defects) not reproduced the known defect yet and \(go) on, for at most \(DurationFormat.text(time)) in all"
        + " (--until-shown)\n")
  }

  private func sayThatRowWaits(_ row: RowKey, _ process: Int32) {
    clearProgress()
    invocation.console.printFolded(
      "note: a signal has stopped the process of \(row.name), and the run waits for it\n  next: kill -CONT \(process)\n"
    )
  }

  private func showProgress(_ event: StressEvent) {
    let console = invocation.console
    progress?.handle(event, now: monotonicNanoseconds(), columns: console.messages.columns).map(console.printMessage)
  }

  private func clearProgress() { progress?.clear().map(invocation.console.printMessage) }
}
