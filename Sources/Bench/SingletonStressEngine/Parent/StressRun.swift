package import SingletonCore
import SingletonPlatform
import SingletonStrategyKit

/// An event that occurs during a run. The engine itself never prints.
package enum StressEvent: Sendable {
  /// A row has started. `number` is its position among `count` rows, from 1, and `time` is its counting time.
  case rowStarted(RowKey, number: Int, count: Int, time: Duration)
  /// A row has made progress. `fraction` is the part of its counting time that has passed.
  case progress(RowKey, fraction: Double)
  /// A signal has stopped a process of a row. The run waits until the process continues.
  case stopped(RowKey, process: Int32)
  case rowFinished(StressRow, samples: [TimingSample])
  /// The plan is done. Rows whose known defect has not been reproduced continue.
  case goingOn(rows: Int, for: Duration)
}

/// The execution of a plan, with each row in child processes.
package struct StressRun {
  package let plan: Plan
  package let host: HostInfo
  /// The time that the whole run may take, from which the counting time of each row follows. `nil` if the settings give
  /// the time of each row.
  private let totalTime: Duration?
  /// The additional time, after all rows have run, for the rows whose known defect no row has reproduced.
  private let untilShown: Duration
  private let estimate: RunEstimate

  package init(_ plan: Plan, on host: HostInfo, totalTime: Duration? = nil, untilShown: Duration = .zero) {
    self.plan = plan
    self.host = host
    self.totalTime = totalTime
    self.untilShown = untilShown
    estimate = RunEstimate(plan, cores: host.cores)
  }

  /// Returns the number of seconds that a row, by its number from 1, and all rows after it take on a quiet machine, or
  /// `nil` if that is unknown because the user gave a number of trials.
  package func estimatedSeconds(fromRow number: Int) -> Double? {
    if plan.settings.trials != nil { return nil }
    let time = totalTime.map { estimate.time(of: 0, toEndIn: $0.seconds) } ?? plan.settings.time
    return estimate.seconds(from: number - 1, time: time)
  }

  /// The minimum number of seconds that the run can take.
  package var leastSeconds: Double { estimate.leastSeconds }

  /// Runs all rows and passes each event to the listener. After an interruption or a system failure, the remaining rows
  /// arrive as `interrupted`.
  ///
  /// Rows whose known defect no row has reproduced continue after all others are done, and arrive last.
  ///
  /// - Parameter run: The properties of this run that are the same in all rows of the report.
  /// - Throws: An error of the listener, or an ``EngineError`` after all rows have arrived. By then, all children have
  ///   ended.
  package func execute(as run: RunMetadata, _ listener: (StressEvent) throws -> Void) throws {
    let pool = try ChildPool()
    defer { pool.close() }
    let topology = ProcessorTopology.ofThisProcess
    let end = totalTime.map { monotonicNanoseconds() + $0.nanoseconds }
    var reproduced: Set<RowKey> = []
    var silent: [RowRunner] = []
    var floors = RecentFloors()
    for (index, row) in plan.rows.enumerated() {
      var settings = plan.settings
      if let end {
        let secondsLeft = Double(Int64(end) - Int64(monotonicNanoseconds())) / 1e9
        settings.time = estimate.time(of: index, toEndIn: secondsLeft)
      }
      try listener(.rowStarted(row.key, number: index + 1, count: plan.rows.count, time: settings.time))
      let known = floors
      var runner = RowRunner(
        row, settings, in: pool, cores: max(1, host.cores), topology: topology,
        quietFloor: { known.quiet(RecentFloors.Loop(form: row.key.form, threads: $0)) })
      try runner.run(listener)
      let reported = reported(runner, run)
      floors.add(reported)
      if reported.grade == .reproduced { reproduced.insert(row.key.subject) }
      if reported.grade == .notReproduced {
        silent.append(runner)
      } else {
        try finish(runner, run, listener)
      }
    }
    try goOn(silent, run, reproduced, until: end, pool, listener)
    if let failure = pool.failure { throw failure }
  }

  private func finish(_ runner: RowRunner, _ run: RunMetadata, _ listener: (StressEvent) throws -> Void) throws {
    try listener(.rowFinished(reported(runner, run), samples: runner.result?.samples ?? []))
  }

  /// Returns the row of the report. Its status is `interrupted` if there is no result.
  private func reported(_ runner: RowRunner, _ run: RunMetadata) -> StressRow {
    let planned = runner.row
    let plan = TrialPlan(planned.scenario, traits: planned.raced.traits)
    var row = StressRow(
      key: planned.key, run: run, host: host, seed: self.plan.seed, status: .interrupted, expected: planned.expected,
      aliveAllowed: UInt64(plan.groupCount))
    guard let result = runner.result else { return row }
    row.status = result.status ?? .skipped("no child ran")
    row.remark = result.remark
    if case .skipped = row.status { return row }
    row.measured = result.measured
    row.measured?.firstAccess = FirstAccessTiming(result.samples)
    let together = AccessTiming(result.samples, .allCoresAccess, over: .allCoresFloor, threads: max(1, host.cores))
    row.measured?.access = AccessTiming(result.samples, .access, over: .floor, threads: 1)
    row.measured?.access?.line = together?.line
    row.measured?.allCoresAccess = together
    row.measured?.counts = result.counts
    row.grade = row.deservedGrade
    return row
  }
}

// MARK: - Rows that have not reproduced their known defect

extension StressRun {
  /// The factor by which a row's time is multiplied when the row continues.
  private static let extensionFactor = 10

  /// Continues the rows in turn, in new processes, until their defects have been reproduced or the time is up.
  private func goOn(
    _ silent: [RowRunner], _ run: RunMetadata, _ reproduced: Set<RowKey>, until end: UInt64?, _ pool: ChildPool,
    _ listener: (StressEvent) throws -> Void
  ) throws {
    var reproduced = reproduced
    var waiting = silent
    let owing = silent.count { !reproduced.contains($0.row.key.subject) }
    // If the user gave a number of trials, there is no time that could be extended.
    let time = plan.settings.trials == nil ? untilShown : .zero
    if owing > 0 && time > .zero && !pool.isStopped { try listener(.goingOn(rows: owing, for: time)) }
    let deadline = min(monotonicNanoseconds() + time.nanoseconds, end ?? .max)
    while var runner = waiting.first, !pool.isStopped {
      let now = monotonicNanoseconds()
      let isOwing = !reproduced.contains(runner.row.key.subject)
      if isOwing && now >= deadline { break }
      waiting.removeFirst()
      guard isOwing else {
        try finish(runner, run, listener)
        continue
      }
      let usual = runner.configuration.settings
      runner.configuration.settings.endsOnceShown = true
      runner.configuration.settings.time = min(usual.time * Self.extensionFactor, .nanoseconds(deadline - now))
      try runner.run(listener)
      runner.configuration.settings = usual
      if reported(runner, run).grade == .reproduced { reproduced.insert(runner.row.key.subject) }
      waiting.append(runner)
    }
    for runner in waiting { try finish(runner, run, listener) }
  }
}

// MARK: - How quiet the machine can be

/// The times of the empty loop in the most recent rows, for each timed loop.
private struct RecentFloors {
  /// The empty loop of one form, run by a number of threads.
  struct Loop: Hashable {
    let form: String
    let threads: Int
  }

  private var floors: [Loop: [Double]] = [:]

  private static let most = 16
  private static let fewest = 4

  mutating func add(_ row: StressRow) {
    let (alone, together) = (row.measured?.access, row.measured?.allCoresAccess)
    if let alone { add(alone.floor, of: Loop(form: row.key.form, threads: 1)) }
    if let together { add(together.floor, of: Loop(form: row.key.form, threads: row.host.cores)) }
  }

  private mutating func add(_ floor: Double, of loop: Loop) {
    floors[loop] = Array((floors[loop, default: []] + [floor]).suffix(Self.most))
  }

  /// Returns the lower quartile of the empty loop's time over the most recent rows, or `nil` if there were too few
  /// rows.
  ///
  /// It is not the minimum, because one lucky row could have a time for which all later rows would wait in vain.
  func quiet(_ loop: Loop) -> Double? {
    guard let floors = floors[loop], floors.count >= Self.fewest else { return nil }
    return quantile(0.25, ofSorted: floors.sorted())
  }
}
