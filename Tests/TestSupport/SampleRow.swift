package import SingletonCore

package import struct SingletonCore.Expectation

extension StressRow {
  /// Returns a sample row that is healthy except for the given values.
  package static func sample(
    _ strategy: String = "mutex", _ expected: SingletonCore.Expectation = .sound, status: RowStatus = .ok,
    grade: Grade? = nil,
    measured: Measurements? = nil, scenario: Scenario = .firstAccess, threads: Int = 2, replicate: Int = 1,
    run: RunMetadata = .sample, host: HostInfo = .sample, remark: String? = nil
  ) -> StressRow {
    StressRow(
      key: RowKey(strategy: strategy, scenario: scenario, threads: threads, replicate: replicate), run: run, host: host,
      seed: 18_446_744_073_709_551_615, status: status, expected: expected, measured: measured, grade: grade,
      remark: remark)
  }
}

extension RunMetadata {
  package static let sample = RunMetadata(
    id: "r-1", startedUTC: "2000-01-01T00:00:00Z", toolVersion: "0.1.0", commit: "")
}

extension HostInfo {
  package static let sample = HostInfo(
    os: "Example OS 1", arch: "pdp11", cpuModel: "Model, \"A\" 40", cores: 2, swiftVersion: "6.3", build: "release",
    sanitizer: "")
}

extension Measurements {
  /// Returns the measurements of a healthy row, with a change to its tally.
  ///
  /// - Parameter access: The median nanoseconds of a later access, or `nil` for a row without times.
  package static func sample(
    trials: UInt64, threads: Int = 2, access: Double? = nil, change: (inout Tally) -> Void = { _ in }
  ) -> Measurements {
    var measured = Measurements()
    measured.cells = 4096
    measured.threadsStarted = threads
    measured.peakRunning = threads
    measured.wallNanoseconds = 100_250_500
    measured.cpuNanoseconds = 200_000_000
    measured.firstAccess = access.map(FirstAccessTiming.sample)
    measured.access = access.map { .sample($0) }
    for counter in [Counter.trials, .instances, .inits, .talliedInits, .lifetimes] { measured.tally[counter] = trials }
    measured.tally[.accesses] = trials * UInt64(threads)
    measured.tally[.instancesMax] = 1
    measured.tally[.liveMax] = 1
    change(&measured.tally)
    // One instance in each trial, unless the change says otherwise.
    let others = measured.tally.trialsByInstances.values.reduce(0, +)
    measured.tally.count(measured.tally[.trials] - others, instances: 1)
    return measured
  }
}

extension FirstAccessTiming {
  fileprivate static func sample(_ access: Double) -> FirstAccessTiming {
    var timing = FirstAccessTiming()
    timing.count = 64_000
    timing.p50 = access * 10
    timing.p90 = access * 20
    timing.p99 = access * 40
    timing.max = 1e6
    timing.loserP50 = access * 10
    return timing
  }
}

extension AccessTiming {
  package static func sample(_ access: Double, floor: Double = 0.25) -> AccessTiming {
    var timing = AccessTiming()
    timing.min = access / 2
    timing.p50 = access
    timing.p90 = access * 2
    timing.p99 = access * 3
    timing.floor = floor
    timing.batches = 40
    timing.batchSize = 10_000
    return timing
  }
}
