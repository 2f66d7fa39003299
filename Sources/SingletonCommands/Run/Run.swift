package import SingletonCore
import SingletonPlatform
import SingletonPresentation
import SingletonReports
import SingletonStrategyChecker
import SingletonStrategyKit
package import SingletonStressEngine
import SingletonTextFormats

/// Executes a run, and sends its events to the listener. Tests substitute their own.
package typealias RunEngine = (StressRun, RunMetadata, (StressEvent) throws -> Void) throws -> Void

/// A run, from its plan to its rows.
struct Run {
  let host: HostInfo
  private let run: StressRun
  private let request: RunRequest
  private let invocation: Invocation

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
    let display = RunDisplay(request, console)
    defer { display.clear() }
    var rows: [StressRow] = []
    var failure: EngineError?
    do {
      try invocation.tool.engine(run, .now(plan, on: host, in: console)) { event in
        if case .rowFinished(let finished, let samples) = event {
          let row = checker?.judged(finished) ?? finished
          rows.append(row)
          display.show(row)
          try rowFinished(row, samples)
        }
        display.show(event)
      }
    } catch let error as EngineError {
      failure = error
    }
    display.finish(totalTime: request.totalTime)
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
    let display = RunDisplay(request, console)
    defer { display.clear() }
    return try CheckedVerdicts(plan, in: invocation.catalog) { display.showChecker(rows: plan.rows.count) }
  }
}
