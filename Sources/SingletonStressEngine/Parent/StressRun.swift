package import SingletonCore
import SingletonMemoryModels
import SingletonPlatform
import SingletonStrategyKit

/// The execution of a plan, with each row in child processes.
package struct StressRun {
  private let plan: Plan
  private let settings: RunSettings
  private let run: RunMetadata
  private let host: HostInfo
  private let executable: String

  /// - Parameter executable: The program that children run. It must call ``ChildMain/runIfChild(_:catalog:source:)``.
  package init(
    plan: Plan, settings: RunSettings, run: RunMetadata, host: HostInfo, executable: String = ownExecutable()
  ) {
    self.plan = plan
    self.settings = settings
    self.run = run
    self.host = host
    self.executable = executable
  }

  /// Runs all rows, and passes each event to the listener. After SIGINT or SIGTERM, the remaining rows arrive as
  /// `interrupted`.
  ///
  /// - Throws: An error of the listener, or an ``EngineError``. All children have ended by then.
  package func execute(_ listener: (StressEvent) throws -> Void) throws {
    let pool = try ChildPool(executable: executable)
    defer { pool.close() }
    for (index, row) in plan.rows.enumerated() {
      try listener(.rowStarted(row.key, number: index + 1, count: plan.rows.count))
      let (finished, samples) = try finish(row, pool, listener)
      try listener(.rowFinished(finished, samples: samples))
    }
  }

  private func finish(
    _ row: Plan.PlannedRow, _ pool: ChildPool, _ listener: (StressEvent) throws -> Void
  ) throws -> (StressRow, [TimingSample]) {
    let declared = row.entry.info.expectation(in: row.scenario) ?? .sound
    let expected = declared.applied(threads: row.key.threads, hardware: .ofThisMachine)
    let shape = WorkloadShape(of: row.scenario, traits: row.entry.traits)
    var finished = StressRow(
      key: row.key, run: run, host: host, seed: settings.seed, status: .interrupted, expected: expected,
      aliveAllowed: UInt64(shape.groupCount))
    guard !pool.isInterrupted else { return (finished, []) }
    let runner = RowRunner(
      row: row, settings: settings.row, pool: pool, expected: expected, cores: max(1, host.cores))
    guard let result = try runner.run(progress: { try listener(.progress(row.key, fraction: $0)) }) else {
      return (finished, [])
    }
    fill(&finished, from: result)
    return (finished, result.samples)
  }

  private func fill(_ row: inout StressRow, from result: RowAccumulator) {
    row.status = result.status ?? .skipped("no child ran")
    row.remark = result.remark
    if case .skipped = row.status { return }
    row.measured = result.measured
    row.measured?.firstAccess = FirstAccessTiming(result.samples)
    row.measured?.access = AccessTiming(result.samples)
    row.grade = row.outcome.grade(against: row.expected)
  }
}
