import Core
import StressEngine
import TextFormats

/// What the arguments of `run` ask for.
struct RunRequest {
  /// All but threads and seed, which are only known once the other arguments have been read.
  var settings = RunSettings(threads: [], seed: 0)
  /// nil = as many as there are cores, at least 2.
  var threads: ThreadList?
  /// nil = drawn.
  var seed: UInt64?
  var strategies: [Glob] = []
  var scenarios: [Glob] = []
  var csv = "singleton-bench.csv"
  var samples: String?
  var summary: String?
  var junit: String?
  var format = ReportFormat.table
  var progress = When.auto
  var color = When.auto

  var csvIsStandardOutput: Bool { csv == "-" }

  /// A contradiction between options, each of which is valid on its own.
  func check() throws {
    try format.check(withReportAt: csv)
    try requireDifferentFiles([("--csv", csv), ("--samples", samples), ("--summary", summary), ("--junit", junit)])
    if let shard = settings.shard, seed == nil {
      throw CommandError.usage(
        "--shard \(shard) has no --seed, so each share would be of another plan",
        expected: "the same --seed N for all \(shard.count) shares")
    }
    if let length = settings.row.initializerCost.length, length >= settings.row.timeout {
      throw CommandError.usage(
        "an initializer of \(DurationFormat.text(length)) shows no progress within the timeout of"
          + " \(DurationFormat.text(settings.row.timeout))",
        expected: "an --initializer-cost shorter than --timeout")
    }
  }

  /// What the engine is given.
  func runSettings(cores: Int, drawSeed: () -> UInt64) throws -> RunSettings {
    let list = threads ?? ThreadList(min(max(2, cores), settings.row.threadSource.threadLimit))
    let limit = settings.row.threadSource.threadLimit
    guard list.largest <= limit else { throw tooManyThreads(list, limit: limit) }
    var settings = settings
    settings.threads = list.counts
    settings.seed = seed ?? drawSeed()
    return settings
  }

  private func tooManyThreads(_ list: ThreadList, limit: Int) -> CommandError {
    let count = list.largest
    let source = settings.row.threadSource
    let roomier = ThreadSourceKind.allCases.filter { $0.threadLimit > limit }
    let others = roomier.map { ", 1 to \(HumanFormat.grouped($0.threadLimit)) with --engine \($0.rawValue)" }.joined()
    let enough = roomier.first { $0.threadLimit >= count }
    let asked = count == Int.max ? "so many" : HumanFormat.grouped(count)
    return .usage(
      "--threads: the engine \(source.rawValue) cannot give \(asked) threads to a row",
      expected: "1 to \(HumanFormat.grouped(limit)) with --engine \(source.rawValue)" + others,
      next: enough.map { "run --engine \($0.rawValue) --threads \(list)" })
  }
}

/// Two outputs in one file would lose one of them.
func requireDifferentFiles(_ outputs: [(option: String, path: String?)]) throws {
  let named = outputs.filter { $0.path != nil }
  for (index, output) in named.enumerated() {
    guard let other = named[..<index].first(where: { $0.path == output.path }) else { continue }
    throw CommandError.usage("\(output.option) and \(other.option) name the same file", expected: "two files")
  }
}

extension InitializerCost {
  /// What the initializer takes at least; nil where that depends on others.
  fileprivate var length: Duration? {
    switch self {
    case .busy(let length), .sleep(let length): length
    case .none, .yield: nil
    }
  }
}
