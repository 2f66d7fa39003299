import Outcomes

/// Rows made by hand: one of each kind of outcome, no figure of any machine.
enum SampleRows {
  static let all: [StressRow] = [
    row("once", 3, grade: .held, measured: measured(trials: 3_201_024, access: 1.25)),
    row(
      "unsynchronized", 0, .defect(.instances, .reinits), grade: .shown,
      measured: measured(trials: 1_200_000, access: 0.984) {
        $0[.violatingTrials] = 264_001
        $0[.crowdedTrials] = 264_001
        $0[.instancesMax] = 12
        $0[.inits] = 3_700_000
        $0[.talliedInits] = 3_700_000
        $0[.reinits] = 7
      }),
    row(
      "semaphore-guarded-inherited", 7, grade: .broken,
      measured: measured(trials: 3_201_024) {
        $0[.violatingTrials] = 17
        $0[.crowdedTrials] = 17
        $0[.instancesMax] = 2
      }),
    row("spin-lock", 2, .defect(.halfBuilt), grade: .notShown, measured: measured(trials: 999_950)),
    row(
      "subclass-once", 4, .trap, status: .trapped("SIGILL"), grade: .held, measured: measured(trials: 40),
      scenario: .subclass),
    row(
      "over-release", 5, status: .crashed("SIGSEGV"), grade: .broken, measured: measured(trials: 1),
      remark: "Fatal: \"=1|2\"\n"),
    row("owner-scoped", 6, status: .skipped("64 threads asked, 12 started"), scenario: .teardown),
    row("once", 3, status: .interrupted, threads: 1),
  ]

  static func row(
    _ strategy: String, _ index: Int = 0, _ expected: Expectation = .sound, status: RowStatus = .ok,
    grade: Grade? = nil, measured: Measured? = nil, scenario: Scenario = .firstAccess, threads: Int = 64,
    replicate: Int = 1, commit: String = "", remark: String? = nil
  ) -> StressRow {
    StressRow(
      key: RowKey(
        strategy: strategy, scenario: scenario, threads: threads, replicate: replicate, engine: .dispatch,
        initializerCost: .none, catalogIndex: index),
      run: RunFacts(id: "r-1", startedUTC: "2000-01-01T00:00:00Z", toolVersion: "0.1.0", commit: commit), host: host,
      seed: 18_446_744_073_709_551_615, status: status, expected: expected, measured: measured, grade: grade,
      remark: remark)
  }

  /// A healthy row, unless the tally is changed.
  static func measured(
    trials: UInt64, access: Double? = nil, change: (inout Tally) -> Void = { _ in }
  ) -> Measured {
    var measured = Measured(
      tally: Tally(), cells: 4096, threadsStarted: 64, peakRunning: 64, wallNanoseconds: 100_250_500,
      cpuNanoseconds: 200_000_000,
      firstAccess: access.map {
        FirstAccessTiming(p50: $0 * 10, p90: $0 * 20, p99: $0 * 40, max: 1e6, winnerP50: nil, loserP50: $0 * 10)
      },
      access: access.map {
        AccessTiming(min: $0 / 2, p50: $0, p90: $0 * 2, p99: $0 * 3, floor: 0.25, batches: 40, batchSize: 10_000)
      })
    for counter in [Counter.trials, .instances, .inits, .talliedInits, .lifetimes] { measured.tally[counter] = trials }
    measured.tally[.accesses] = trials * 64
    measured.tally[.instancesMax] = 1
    measured.tally[.liveMax] = 1
    change(&measured.tally)
    return measured
  }

  private static let host = HostFacts(
    os: "Example OS 1", arch: "pdp11", cpuModel: "Model, \"A\" 40", cores: 2, swiftVersion: "6.3", build: "release",
    sanitizer: "")
}
