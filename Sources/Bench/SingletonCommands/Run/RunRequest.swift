import SingletonCore
import SingletonReports
import SingletonStrategyKit
import SingletonStressEngine
import SingletonTextFormats

struct RunRequest {
  /// The thread counts, or `nil` for the number of cores but at least 2.
  var threads: ThreadList?
  /// The costs of the initializer. Each row is run with each of them.
  var initializerCosts = [InitializerCost.none]
  /// The seed, or `nil` to choose a random one.
  var seed: UInt64?
  var replicates = 1
  /// The time that the whole run may take, or `nil` if there is a time for each row.
  var totalTime: Duration?
  var row = RowSettings()
  /// The additional time for rows that have not shown their known defect, or `nil` for the usual time.
  var untilShown: Duration?
  var strategies: [Glob] = []
  var scenarios: [Glob] = []
  var form = FormChoice.both
  var csv = "\(Tool.current.name).csv"
  /// Whether the report may replace a file that is not a report.
  var force = false
  var samples: String?
  var summary: String?
  var junit: String?
  var annotates = false
  var format = ReportFormat.table
  /// Whether the verdicts leave out what the checker finds.
  var noCheck = false
  /// Whether the instructions of accesses are counted.
  var countsInstructions = true
  var progress = When.auto
  var color = When.auto

  var csvIsStandardOutput: Bool { csv == "-" }

  /// The usual additional time for rows that have not shown their known defect. It is enough even if the machine has
  /// five times as much work as cores.
  static let usualUntilShown = Duration.seconds(60)

  /// Throws a usage error if options contradict each other, although each is valid on its own.
  func check() throws {
    try format.check(withReportAt: csv)
    let finishedRows = csvIsStandardOutput ? nil : ReportFile.pathOfFinishedRows(beside: csv)
    try requireDifferentFiles([
      ("--csv", csv), ("the file of finished rows", finishedRows), ("--samples", samples), ("--summary", summary),
      ("--junit", junit),
    ])
    if totalTime != nil && (row.time != RowSettings().time || row.trials != nil) {
      throw CommandError.usage(
        "--total-time with --\(row.trials == nil ? "time" : "trials"): both say how long a row takes",
        expected: "one of them")
    }
    if row.trials != nil && row.time != RowSettings().time {
      throw CommandError.usage("--trials with --time: both say how long a row takes", expected: "one of them")
    }
    if samples != nil && row.skipsTimes {
      throw CommandError.usage("--samples with --no-times: there are no batches to write", expected: "one of them")
    }
    if let length = initializerCosts.compactMap(\.length).max(), length >= row.timeout {
      throw CommandError.usage(
        "an initializer that takes \(DurationFormat.text(length)) makes no progress within the timeout of"
          + " \(DurationFormat.text(row.timeout))",
        expected: "each --initializer-cost shorter than --timeout")
    }
  }

  private static let maxRows = 1_000_000

  /// Returns the requested run.
  ///
  /// - Throws: A ``CommandError`` if nothing is selected, or if there are more rows than can run.
  func stressRun(of catalog: Catalog, on host: HostInfo, countsInDebugBuild: Bool) throws -> StressRun {
    let threads = try threadCounts(cores: host.cores)
    let selected = try Selection(
      catalog: catalog, strategies: strategies, scenarios: scenarios, forms: form.forms
    ).rows()
    let count = selected.count * threads.count * initializerCosts.count * replicates
    guard count <= Self.maxRows else {
      throw CommandError.usage(
        "the plan has \(HumanFormat.grouped(count)) rows", expected: "at most \(HumanFormat.grouped(Self.maxRows))")
    }
    var settings = row
    settings.countsInstructions = countsInstructions && (host.build != "debug" || countsInDebugBuild)
    let plan = Plan(
      selected, threads: threads, initializerCosts: initializerCosts, replicates: replicates,
      seed: seed ?? .random(in: .min ... .max), settings: settings)
    let run = StressRun(plan, on: host, totalTime: totalTime, untilShown: untilShown ?? Self.usualUntilShown)
    if let totalTime, totalTime < .seconds(run.leastSeconds) {
      throw CommandError.usage(
        "--total-time \(DurationFormat.text(totalTime)) is too short for"
          + " \(HumanFormat.counted(plan.rows.count, "row")), whose processes alone take longer",
        expected: "at least \(Int(run.leastSeconds.rounded(.up)))s, or fewer rows")
    }
    return run
  }

  private func threadCounts(cores: Int) throws -> [Int] {
    let limit = ThreadSourceKind.threadLimit
    let list = threads ?? ThreadList(min(max(2, cores), limit))
    guard list.largest <= limit else {
      let asked = list.largest == Int.max ? "that many" : HumanFormat.grouped(list.largest)
      throw CommandError.usage(
        "--threads: a row cannot have \(asked) threads", expected: "1 to \(HumanFormat.grouped(limit))")
    }
    return list.counts
  }
}

extension InitializerCost {
  /// The minimum duration of the initializer's extra work, or `nil` if it is not known in advance.
  fileprivate var length: Duration? {
    switch self {
    case .busy(let length), .sleep(let length): length
    case .none, .yield: nil
    }
  }
}
