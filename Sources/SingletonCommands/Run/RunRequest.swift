import SingletonCore
import SingletonReports
import SingletonStressEngine
import SingletonTextFormats

/// The parsed arguments of `run`.
struct RunRequest {
  /// The settings without threads and seed, which are known only after all arguments have been read.
  var settings = RunSettings(threads: [], seed: 0)
  /// `nil` for the number of cores, at least 2.
  var threads: ThreadList?
  /// `nil` for a random seed.
  var seed: UInt64?
  /// How long silent rows go on, or `nil` for the usual time. A shard does not know what other shards show.
  var untilShown: Duration?
  var strategies: [Glob] = []
  var scenarios: [Glob] = []
  var csv = "\(Tool.current.name).csv"
  /// Whether the report may replace a file that is no report.
  var force = false
  var samples: String?
  var summary: String?
  var junit: String?
  var annotates = false
  var format = ReportFormat.table
  /// Whether the verdicts leave out what the checker finds.
  var noCheck = false
  var progress = When.auto
  var color = When.auto

  var csvIsStandardOutput: Bool { csv == "-" }

  /// Long enough on a machine that is five times as busy as it has cores.
  static let usualUntilShown = Duration.seconds(60)

  /// Throws a usage error if options that are valid on their own contradict each other.
  func check() throws {
    try format.check(withReportAt: csv)
    let finishedRows = csvIsStandardOutput ? nil : ReportFile.pathOfFinishedRows(beside: csv)
    try requireDifferentFiles([
      ("--csv", csv), ("the file of finished rows", finishedRows), ("--samples", samples), ("--summary", summary),
      ("--junit", junit),
    ])
    if let shard = settings.shard, seed == nil {
      throw CommandError.usage(
        "--shard \(shard) without --seed: each shard would be part of another plan",
        expected: "the same --seed N for all \(shard.count) shards")
    }
    if settings.totalTime != nil && (settings.row.time != RowSettings().time || settings.row.trials != nil) {
      throw CommandError.usage(
        "--total-time with --\(settings.row.trials == nil ? "time" : "trials"): both say how long a row takes",
        expected: "one of them")
    }
    if let length = settings.row.initializerCost.length, length >= settings.row.timeout {
      throw CommandError.usage(
        "an initializer that takes \(DurationFormat.text(length)) makes no progress within the timeout of"
          + " \(DurationFormat.text(settings.row.timeout))",
        expected: "an --initializer-cost shorter than --timeout")
    }
  }

  /// Returns the settings for the engine.
  func runSettings(cores: Int, drawSeed: () -> UInt64) throws -> RunSettings {
    let list = threads ?? ThreadList(min(max(2, cores), settings.row.threadSource.threadLimit))
    let limit = settings.row.threadSource.threadLimit
    guard list.largest <= limit else { throw tooManyThreads(list, limit: limit) }
    var settings = settings
    settings.threads = list.counts
    settings.asksChecker = !noCheck
    settings.seed = seed ?? drawSeed()
    settings.untilShown = untilShown ?? (settings.shard == nil ? Self.usualUntilShown : .zero)
    return settings
  }

  private func tooManyThreads(_ list: ThreadList, limit: Int) -> CommandError {
    let count = list.largest
    let source = settings.row.threadSource
    let roomier = ThreadSourceKind.allCases.filter { $0.threadLimit > limit }
    let others = roomier.map { ", 1 to \(HumanFormat.grouped($0.threadLimit)) with --engine \($0.rawValue)" }.joined()
    let enough = roomier.first { $0.threadLimit >= count }
    let asked = count == Int.max ? "that many" : HumanFormat.grouped(count)
    return .usage(
      "--threads: engine \(source.rawValue) does not support \(asked) threads",
      expected: "1 to \(HumanFormat.grouped(limit)) with --engine \(source.rawValue)" + others,
      next: enough.map { "run --engine \($0.rawValue) --threads \(list)" })
  }
}

extension InitializerCost {
  /// The least time that the initializer takes, or `nil` if it has no fixed duration.
  fileprivate var length: Duration? {
    switch self {
    case .busy(let length), .sleep(let length): length
    case .none, .yield: nil
    }
  }
}
