import Outcomes
import Reports
import TestSupport

@testable import Baselines

/// Reports made by hand, compared as files.
struct Bench {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func compare(
    _ old: [StressRow], _ new: [StressRow], gate: TimeGate? = nil, isLenient: Bool = false
  ) throws -> Comparison {
    let sides = try ReportSide.read([[try file(old, "old.csv")], [try file(new, "new.csv")]])
    return Comparison(old: sides[0], new: sides[1], gate: gate, isLenient: isLenient)
  }

  func file(_ rows: [StressRow], _ name: String) throws -> String {
    try folder.write(CSV.text(of: rows), to: name)
    return folder(name)
  }

  func path(_ name: String) -> String { folder(name) }
  func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }
}

/// One row; what a case does not care about is healthy.
func row(
  _ strategy: String = "mutex", _ expected: Expectation = .sound, _ grade: Grade? = .held, status: RowStatus = .ok,
  trials: UInt64 = 1_000_000, violating: UInt64 = 0, access: Double? = nil, floor: Double = 0.1, threads: Int = 2,
  replicate: Int = 1, run: String = "r", machine: String = "here"
) -> StressRow {
  var measured = Measured(
    tally: Tally(), cells: 1, threadsStarted: threads, peakRunning: threads, wallNanoseconds: 1_000_000,
    cpuNanoseconds: 1_000_000)
  measured.tally[.trials] = trials
  measured.tally[.violatingTrials] = violating
  measured.access = access.map {
    AccessTiming(min: $0, p50: $0, p90: $0, p99: $0, floor: floor, batches: 10, batchSize: 10_000)
  }
  return StressRow(
    key: RowKey(
      strategy: strategy, scenario: .firstAccess, threads: threads, replicate: replicate, engine: .dispatch,
      initializerCost: .none, catalogIndex: 0),
    run: RunFacts(id: run, startedUTC: "", toolVersion: "", commit: ""),
    host: HostFacts(
      os: machine, arch: "", cpuModel: "", cores: 2, swiftVersion: "", build: "", sanitizer: ""),
    seed: 1, status: status, expected: expected, measured: grade == nil ? nil : measured, grade: grade)
}

/// Replicates with these accesses, in nanoseconds.
func rows(
  _ strategy: String = "mutex", accesses: [Double], floor: Double = 0.1, machine: String = "here"
) -> [StressRow] {
  accesses.enumerated().map {
    row(strategy, access: $1, floor: floor, replicate: $0 + 1, machine: machine)
  }
}
