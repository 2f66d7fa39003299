package import SingletonCore

package import struct SingletonCore.Expectation

/// One row of each kind of outcome, with figures that do not depend on a machine.
package enum SampleRows {
  package static let all: [StressRow] = [
    row(
      "unsynchronized", .defect(.instances, .reinits), grade: .reproduced,
      measured: measured(trials: 1_200_000, access: 0.984) {
        $0[.violatingTrials] = 264_001
        $0[.multiInstanceTrials] = 264_001
        $0[.instancesMax] = 12
        $0.trialsByInstances = [2: 260_000, 3: 4_000, 12: 1]
        $0[.inits] = 3_700_000
        $0[.talliedInits] = 3_700_000
        $0[.reinits] = 7
      }),
    row("spin-lock", .defect(.halfBuilt), grade: .notReproduced, measured: measured(trials: 999_950)),
    row("once", status: .interrupted, threads: 1),
    row("once", grade: .passed, measured: measured(trials: 3_201_024, access: 1.25)),
    row(
      "subclass-once", .trap, status: .trapped("SIGILL"), grade: .passed, measured: measured(trials: 40),
      scenario: .subclass),
    row(
      "over-release", status: .crashed("SIGSEGV"), grade: .failed, measured: measured(trials: 1),
      remark: "Fatal: \"=1|2\"\n"),
    row("owner-scoped", status: .skipped("64 threads asked, 12 started"), scenario: .teardown),
    row(
      "semaphore-guarded-inherited", grade: .failed,
      measured: measured(trials: 3_201_024) {
        $0[.violatingTrials] = 17
        $0[.multiInstanceTrials] = 17
        $0[.instancesMax] = 2
        $0.trialsByInstances = [2: 17]
      }),
  ]

  package static func row(
    _ strategy: String, _ expected: SingletonCore.Expectation = .sound, status: RowStatus = .ok, grade: Grade? = nil,
    measured: Measurements? = nil, scenario: Scenario = .firstAccess, threads: Int = 64, replicate: Int = 1,
    remark: String? = nil
  ) -> StressRow {
    .sample(
      strategy, expected, status: status, grade: grade, measured: measured, scenario: scenario, threads: threads,
      replicate: replicate, remark: remark)
  }

  package static func measured(
    trials: UInt64, access: Double? = nil, change: (inout Tally) -> Void = { _ in }
  ) -> Measurements {
    .sample(trials: trials, threads: 64, access: access, change: change)
  }
}
