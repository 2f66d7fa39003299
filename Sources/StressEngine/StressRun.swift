package import Outcomes
import Strategies

/// What a run tells whoever listens; the engine itself never prints.
package enum StressEvent: Sendable {
  /// The `number`th of `count` rows begins; `number` from 1.
  case rowStarted(RowKey, number: Int, count: Int)
  /// The row has shown progress; fractions of 1 of the row's counting time.
  case progress(RowKey, fraction: Double)
  case rowFinished(StressRow, samples: [TimingSample])
}

/// Runs a plan, each row in child processes, and reports what came out.
package struct StressRun {
  private let plan: Plan
  private let settings: RunSettings
  private let run: RunFacts
  private let host: HostFacts
  private let executable: String

  /// - Parameter executable: what the children run; it must give ``RowChild`` the chance to take over.
  package init(
    plan: Plan, settings: RunSettings, run: RunFacts, host: HostFacts, executable: String = ownExecutable()
  ) {
    self.plan = plan
    self.settings = settings
    self.run = run
    self.host = host
    self.executable = executable
  }

  /// Returns when all rows have finished, or were ended by SIGINT or SIGTERM; then the rows that were not done arrive
  /// as `interrupted`. An error of the listener ends the children and is thrown on.
  package func execute(_ listener: (StressEvent) throws -> Void) throws {
    let workplace = try Workplace(executable: executable)
    defer { workplace.close() }
    for (index, row) in plan.rows.enumerated() {
      try listener(.rowStarted(row.key, number: index + 1, count: plan.rows.count))
      let (finished, samples) = try finish(row, workplace, listener)
      try listener(.rowFinished(finished, samples: samples))
    }
  }

  private func finish(
    _ row: Plan.PlannedRow, _ workplace: Workplace, _ listener: (StressEvent) throws -> Void
  ) throws -> (StressRow, [TimingSample]) {
    let declared = row.entry.card.expectation(in: row.key.scenario) ?? .sound
    let expected = declared.applied(threads: row.key.threads, memoryOrder: .ofThisMachine)
    let shape = RaceShape(of: row.key.scenario, traits: row.entry.traits)
    var finished = StressRow(
      key: row.key, run: run, host: host, seed: settings.seed, status: .interrupted, expected: expected,
      aliveAllowed: UInt64(shape.groupCount))
    guard !workplace.isInterrupted else { return (finished, []) }
    let runner = RowRunner(
      row: row, settings: settings, workplace: workplace, expected: expected, cores: max(1, host.cores))
    guard let result = try runner.run(progress: { try listener(.progress(row.key, fraction: $0)) }) else {
      return (finished, [])
    }
    fill(&finished, from: result)
    return (finished, result.samples)
  }

  private func fill(_ row: inout StressRow, from result: RowResult) {
    row.status = result.status ?? .skipped("no child ran")
    row.remark = result.remark
    if case .skipped = row.status { return }
    row.measured = result.measured
    row.measured?.firstAccess = FirstAccessTiming(result.samples)
    row.measured?.access = AccessTiming(result.samples)
    let outcome = Outcome(status: row.status, tally: row.measured?.tally ?? Tally(), aliveAllowed: row.aliveAllowed)
    row.grade = outcome.grade(against: row.expected)
  }
}
