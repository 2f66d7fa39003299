import SingletonComparison
import SingletonCore
import SingletonTextFormats
import TestSupport

import struct SingletonCore.Expectation

/// Writes reports to files and compares them.
struct ComparisonRunner {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func compare(
    _ old: [StressRow], _ new: [StressRow], gate: Double? = nil, demand: (inout ComparisonDemands) -> Void = { _ in }
  ) throws -> ReportComparison {
    let (old, new) = (try ComparedReport([file(old, "old.csv")]), try ComparedReport([file(new, "new.csv")]))
    var demands = ComparisonDemands()
    demands.gate = gate
    demand(&demands)
    return ReportComparison(old: old, new: new, demands)
  }

  func file(_ rows: [StressRow], _ name: String) throws -> String {
    try folder.write(CSV.report(of: rows), to: name)
    return folder(name)
  }

  func path(_ name: String) -> String { folder(name) }
  func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }
}

/// Returns a row that is healthy except for the given values.
func row(
  _ strategy: String = "mutex", _ expected: Expectation = .sound, _ grade: Grade? = .passed, status: RowStatus = .ok,
  trials: UInt64 = 1_000_000, violating: UInt64 = 0, access: Double? = nil, floor: Double = 0.1,
  threads: Int = 2, replicate: Int = 1, run: String = "r", machine: String = "here"
) -> StressRow {
  var measured = Measurements.sample(trials: trials) { $0[.violatingTrials] = violating }
  measured.access = access.map { .sample($0, floor: floor) }
  return .sample(
    strategy, expected, status: status, grade: grade, measured: grade == nil ? nil : measured, threads: threads,
    replicate: replicate, run: RunMetadata(id: run, startedUTC: "", toolVersion: "", commit: ""),
    host: HostInfo(os: "", arch: "", cpuModel: machine, cores: 2, swiftVersion: "", build: "", sanitizer: ""))
}

/// Returns replicates with these accesses, in nanoseconds.
func rows(
  _ strategy: String = "mutex", accesses: [Double], floor: Double = 0.1, machine: String = "here"
) -> [StressRow] {
  accesses.enumerated().map {
    row(strategy, access: $1, floor: floor, replicate: $0 + 1, machine: machine)
  }
}
