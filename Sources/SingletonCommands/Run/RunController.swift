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
  private var progress: ProgressLine?

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
      console.printFolded("seed: \(settings.seed) (--seed \(settings.seed) repeats this order)\n")
    }
    console.printFolded(RunWarnings(host, invocation.tool.conditions()).text)
  }

  /// Runs the plan, showing its progress if requested.
  ///
  /// - Parameter rowFinished: Called for each row, in the order in which rows finish.
  /// - Returns: All rows of the plan in report order; those stopped by an interruption have the status `interrupted`.
  func execute(rowFinished: (StressRow, [TimingSample]) throws -> Void = { _, _ in }) throws -> [StressRow] {
    if request.progress.wantsProgress(in: invocation.console) { progress = ProgressLine() }
    defer { clearProgress() }
    var rows: [StressRow] = []
    try invocation.tool.engine(plan, settings, .now(settings, in: invocation.console), host) { event in
      if case .rowFinished(let row, let samples) = event {
        clearProgress()
        rows.append(row)
        showResult(row)
        try rowFinished(row, samples)
      }
      showProgress(event)
    }
    guard rows.count == plan.rows.count else {
      throw CommandError.ownBug("the engine returned \(rows.count) of \(plan.rows.count) planned rows")
    }
    let wantsCheck = !request.noCheck && !rows.contains { $0.status == .interrupted }
    return try (wantsCheck ? judged(rows) : rows).inReportOrder(invocation.catalog.ids)
  }

  /// Returns the rows with verdicts that include what the checker finds.
  private func judged(_ rows: [StressRow]) throws -> [StressRow] {
    let check = RunCheck(rows, in: invocation.catalog)
    return try check.judge(rows) { finished in
      let console = invocation.console
      progress?.show(
        "asking the checker", number: finished, of: check.checks.count, now: monotonicNanoseconds(),
        columns: console.messages.columns
      ).map(console.printMessage)
    }
  }

  /// Shows what a row has found above the progress line, because a whole run takes a while.
  private func showResult(_ row: StressRow) {
    let console = invocation.console
    guard progress != nil, row.status != .interrupted else { return }
    let line = RowResult(row).line(width: console.messages.columns)
    console.printMessage(request.color.wantsColor(on: console.messages, in: console) ? line.painted : line.text)
  }

  private func showProgress(_ event: StressEvent) {
    let console = invocation.console
    progress?.handle(event, now: monotonicNanoseconds(), columns: console.messages.columns).map(console.printMessage)
  }

  private func clearProgress() { progress?.clear().map(invocation.console.printMessage) }
}
