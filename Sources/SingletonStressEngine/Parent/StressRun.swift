package import SingletonCore
package import SingletonPlatform
import SingletonStrategyKit

/// An event that occurs during a run. The engine itself never prints.
package enum StressEvent: Sendable {
  /// A row has started. `number` is its position among `count` rows, from 1, and `time` is its counting time.
  case rowStarted(RowKey, number: Int, count: Int, time: Duration)
  /// A row has made progress. `fraction` is the part of its counting time that has passed.
  case progress(RowKey, fraction: Double)
  /// A signal has stopped the numbered process of a row, so that the run waits for it.
  case stopped(RowKey, process: Int32)
  case rowFinished(StressRow, samples: [TimingSample])
  /// The plan is done, and rows whose known defects have not been reproduced go on.
  case goingOn(rows: Int, for: Duration)
}

/// The execution of a plan, with each row in child processes.
package struct StressRun {
  package let plan: Plan
  package let host: HostInfo
  /// The time that the whole run may take, from which that of each row follows, or `nil` if each has its own.
  private let totalTime: Duration?
  /// How long the rows whose known defect no row has reproduced go on when the plan is done, all together.
  private let untilShown: Duration
  private let executable: String
  private let topology: ProcessorTopology
  private let estimate: RunEstimate

  /// - Parameter executable: The program that children run. It must call ``ChildMain/runIfChild(_:catalog:startingThreads:)``.
  package init(
    _ plan: Plan, on host: HostInfo, totalTime: Duration? = nil, untilShown: Duration = .zero,
    executable: String = ownExecutable(), topology: ProcessorTopology = .ofThisProcess
  ) {
    self.plan = plan
    self.host = host
    self.totalTime = totalTime
    self.untilShown = untilShown
    self.executable = executable
    self.topology = topology
    estimate = RunEstimate(plan, cores: host.cores)
  }

  /// The seconds that the run will take, or `nil` if that is not known because a number of trials is asked for.
  package var estimatedSeconds: Double? {
    if plan.settings.trials != nil { return nil }
    return totalTime.map { Double($0.nanoseconds) / 1e9 } ?? estimate.seconds(time: plan.settings.time)
  }

  /// The least seconds that the run can take.
  package var leastSeconds: Double { estimate.leastSeconds }

  /// Runs all rows, and passes each event to the listener. After an interruption or a failure of the system, the
  /// remaining rows arrive as `interrupted`.
  ///
  /// A row whose known defect nothing has reproduced yet goes on when the plan is done, and finishes then.
  ///
  /// - Parameter run: What the report says of this run.
  /// - Throws: An error of the listener, or an ``EngineError`` when all rows have arrived. All children have ended by then.
  package func execute(as run: RunMetadata, _ listener: (StressEvent) throws -> Void) throws {
    let pool = try ChildPool(executable: executable)
    defer { pool.close() }
    let end = totalTime.map { monotonicNanoseconds() + $0.nanoseconds }
    var reproduced: Set<RowKey> = []
    var silent: [Progress] = []
    var floors = RecentFloors()
    for (index, row) in plan.rows.enumerated() {
      var settings = plan.settings
      if let end { settings.time = estimate.time(of: index, toEndIn: secondsLeft(until: end)) }
      try listener(.rowStarted(row.key, number: index + 1, count: plan.rows.count, time: settings.time))
      let runner = RowRunner(
        row: row, settings: settings, pool: pool, expected: row.expected, cores: max(1, host.cores), topology: topology,
        quietFloor: floors.quiet(threads: row.key.threads))
      let progress = try advance(Progress(runner, run, host, seed: plan.seed), runner, listener)
      floors.add(progress.row)
      if progress.row.grade == .reproduced { reproduced.insert(row.key.subject) }
      if progress.row.grade == .notReproduced {
        silent.append(progress)
      } else {
        try listener(progress.finished)
      }
    }
    try goOn(silent, reproduced, until: end, pool, listener)
    if let failure = pool.failure { throw failure }
  }

  private func secondsLeft(until end: UInt64) -> Double {
    Double(Int64(end) - Int64(monotonicNanoseconds())) / 1e9
  }

  /// A row, and what its processes have shown so far.
  private struct Progress {
    let runner: RowRunner
    /// `nil` if the run was interrupted before the row was done.
    var result: RowAccumulator?
    var row: StressRow

    init(_ runner: RowRunner, _ run: RunMetadata, _ host: HostInfo, seed: UInt64) {
      self.runner = runner
      let shape = WorkloadShape(of: runner.row.scenario, traits: runner.row.entry.traits)
      row = StressRow(
        key: runner.row.key, run: run, host: host, seed: seed, status: .interrupted, expected: runner.expected,
        aliveAllowed: UInt64(shape.groupCount))
    }

    var finished: StressEvent { .rowFinished(row, samples: result?.samples ?? []) }
  }

  /// Runs a row, or goes on with it.
  private func advance(
    _ progress: Progress, _ runner: RowRunner, _ listener: (StressEvent) throws -> Void
  ) throws -> Progress {
    var progress = progress
    let key = progress.row.key
    do {
      let isStopped = runner.pool.isStopped
      progress.result =
        isStopped ? nil : try runner.run(after: progress.result) { try listener(StressEvent($0, key)) }
    } catch let failure as EngineError {
      runner.pool.stop(because: failure)
      progress.result = nil
    }
    if let result = progress.result {
      fill(&progress.row, from: result)
    } else {
      progress.row.interrupt()
    }
    return progress
  }

  private func fill(_ row: inout StressRow, from result: RowAccumulator) {
    row.status = result.status ?? .skipped("no child ran")
    row.remark = result.remark
    if case .skipped = row.status { return }
    row.measured = result.measured
    row.measured?.firstAccess = FirstAccessTiming(result.samples)
    row.measured?.access = AccessTiming(
      result.samples, threads: row.key.threads, sharingCores: row.key.threads > max(1, host.cores))
    row.grade = row.outcome.grade(against: row.expected)
  }
}

// MARK: - Rows that have not reproduced their known defect

extension StressRun {
  /// How much longer than its time a row runs each time that it goes on.
  private static let extensionFactor = 10

  /// Goes on with the rows in turn, in fresh processes, until their defects have been reproduced or the time is over.
  private func goOn(
    _ silent: [Progress], _ reproduced: Set<RowKey>, until end: UInt64?, _ pool: ChildPool,
    _ listener: (StressEvent) throws -> Void
  ) throws {
    var reproduced = reproduced
    var waiting = silent
    let owing = silent.count { !reproduced.contains($0.row.key.subject) }
    // A number of trials is not a time that could be extended.
    let time = plan.settings.trials == nil ? untilShown : .zero
    if owing > 0 && time > .zero && !pool.isStopped { try listener(.goingOn(rows: owing, for: time)) }
    let deadline = min(monotonicNanoseconds() + time.nanoseconds, end ?? .max)
    while let next = waiting.first, !pool.isStopped {
      let now = monotonicNanoseconds()
      let isOwing = !reproduced.contains(next.row.key.subject)
      if isOwing && now >= deadline { break }
      waiting.removeFirst()
      guard isOwing else {
        try listener(next.finished)
        continue
      }
      var runner = next.runner
      runner.settings.endsOnceShown = true
      runner.settings.time = min(runner.settings.time * Self.extensionFactor, .nanoseconds(deadline - now))
      let longer = try advance(next, runner, listener)
      if longer.row.grade == .reproduced { reproduced.insert(longer.row.key.subject) }
      waiting.append(longer)
    }
    for progress in waiting { try listener(progress.finished) }
  }
}

extension StressEvent {
  fileprivate init(_ event: RowRunner.Event, _ row: RowKey) {
    self =
      switch event {
      case .progress(let fraction): .progress(row, fraction: fraction)
      case .stopped(let process): .stopped(row, process: process)
      }
  }
}

extension StressRow {
  /// Forgets what was measured, because the row was stopped before it was done.
  fileprivate mutating func interrupt() {
    status = .interrupted
    measured = nil
    grade = nil
    remark = nil
  }
}

// MARK: - How quiet the machine can be

/// The floors of the last rows, by thread count.
private struct RecentFloors {
  private var floors: [Int: [Double]] = [:]

  private static let most = 16
  private static let fewest = 4

  mutating func add(_ row: StressRow) {
    guard let floor = row.measured?.access?.floor else { return }
    floors[row.key.threads] = Array((floors[row.key.threads, default: []] + [floor]).suffix(Self.most))
  }

  /// Returns the floor that a quarter of the last rows had at most, or `nil` if these were too few.
  ///
  /// A quarter, because the least may have been the luck of one row, for which all others would wait in vain.
  func quiet(threads: Int) -> Double? {
    guard let floors = floors[threads], floors.count >= Self.fewest else { return nil }
    return quantile(0.25, ofSorted: floors.sorted())
  }
}
