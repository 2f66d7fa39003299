import SingletonCore
import SingletonPlatform
import SingletonStrategyKit

/// The runner of one row: it starts the row's children, watches them, and combines their results.
struct RowRunner {
  let row: Plan.PlannedRow
  let pool: ChildPool
  /// The configuration of the row's children, except for their mode.
  var configuration: ChildConfiguration
  /// Returns the time of the empty loop in a quiet round of earlier rows with this many timed threads, in nanoseconds.
  private let quietFloor: (_ threads: Int) -> Double?
  /// The results so far, or `nil` if the row was interrupted before there were any.
  private(set) var result: RowAccumulator?

  /// The watchdog's timeout if a hang is declared. It is shorter than usual, because less evidence is needed.
  private static let declaredHangTimeout = Duration.milliseconds(100)
  /// The minimum number of trials of a row that starts a process for each trial, however short the row's time is: as many
  /// as a verdict needs. It does not apply if every trial traps or hangs.
  static let leastProcesses = Verdict.leastTrials
  /// The same minimum for a row that has already shown its known defect.
  static let leastProcessesOnceShown: UInt64 = 3
  static let firstAccessProcesses = 3
  /// The number of processes that count the instructions of a row's accesses, at the same time. Counts that differ vary.
  private static let countingProcesses = 2
  /// The divisor of a row's time for the trials of a listing in plain Swift.
  private static let listingShare = 3
  private static let pollInterval: Int32 = 20

  /// - Parameters:
  ///   - cores: The number of available cores. It is also the maximum number of children at a time, if each runs one
  ///     trial.
  ///   - quietFloor: Returns the time of the empty loop in a quiet round of earlier rows with this many timed threads,
  ///     in nanoseconds.
  init(
    _ row: Plan.PlannedRow, _ settings: RowSettings, in pool: ChildPool, cores: Int, topology: ProcessorTopology,
    quietFloor: @escaping (_ threads: Int) -> Double?
  ) {
    self.row = row
    self.quietFloor = quietFloor
    self.pool = pool
    configuration = ChildConfiguration()
    configuration.strategy = row.entry.info.id
    configuration.form = RowForm(rawValue: row.key.form)!
    configuration.scenario = row.scenario
    configuration.threads = row.key.threads
    configuration.initializerCost = row.initializerCost
    configuration.settings = settings
    configuration.demand = row.expected.demand
    configuration.cores = cores
    if !topology.cores(for: row.key.threads, limit: cores, from: nil).isEmpty {
      configuration.topology = topology
    }
  }

  /// Runs the row, or continues it. If the system refuses a resource, the pool is stopped afterward.
  mutating func run(_ listener: (StressEvent) throws -> Void) throws {
    var sum = result ?? RowAccumulator(expected: row.expected)
    result = nil
    guard !pool.isStopped else { return }
    do {
      if row.raced.traits.contains(.oneTrialPerProcess) || endsEveryTrial {
        try runTrials(&sum, listener)
      } else {
        try pool.start(configuration)
        try watch(listener) { sum.add($0, ended: $1) }
      }
      try timeLaterAccesses(&sum)
      try countInstructions(&sum)
      if !pool.isStopped { result = sum }
    } catch let failure as EngineError {
      pool.stop(because: failure)
    }
  }

  /// The time without progress after which a child whose threads have all started is hung.
  private var hangTimeout: Duration {
    let timeout = configuration.settings.timeout
    return configuration.demand.endings.contains(.hang) ? min(timeout, Self.declaredHangTimeout) : timeout
  }

  private var endsEveryTrial: Bool { !configuration.demand.endings.isEmpty }
}

// MARK: - Rows whose trials are processes

extension RowRunner {
  private func runTrials(_ result: inout RowAccumulator, _ listener: (StressEvent) throws -> Void) throws {
    var trial = configuration.inMode(.trial)
    // A listing needs less time, because the form for the harness runs thousands of trials for each trial of a listing.
    if configuration.form != row.entry.ownForm { trial.settings.time = configuration.settings.time / Self.listingShare }
    let began = monotonicNanoseconds()
    var started: UInt64 = 0
    try watch(listener) { running in
      let count = min(trialsAtATime - running, wanted(trial, after: started, since: began, result))
      started += UInt64(count)
      for _ in 0..<count { try pool.start(trial) }
    } ended: {
      result.add($0, ended: $1)
    }
    result.addWall(monotonicNanoseconds() - began)
    if row.isInFirstScenario, !configuration.settings.skipsTimes, hasRun(result) {
      try time(trial.inMode(.firstAccess), processes: Self.firstAccessProcesses, &result)
    }
  }

  /// The maximum number of processes that run a trial at the same time.
  ///
  /// If threads share cores, a process starts and ends on one core, so one more process keeps the others busy.
  private var trialsAtATime: Int {
    configuration.threads > configuration.cores ? configuration.cores + 1 : configuration.cores
  }

  /// Returns the number of trials that may start now, if enough cores are free; 0 means that the row is done.
  private func wanted(
    _ trial: ChildConfiguration, after started: UInt64, since began: UInt64, _ result: RowAccumulator
  ) -> Int {
    if case .skipped = result.status { return 0 }
    if let trials = configuration.settings.trials {
      return Int(min(trials - min(trials, started), UInt64(trialsAtATime)))
    }
    // A declared trap or hang occurs in every trial, and each may take time.
    let hasShown = !trial.demand.defects.isEmpty && trial.demand.isMet(by: result.tally)
    let least = endsEveryTrial ? 1 : hasShown ? Self.leastProcessesOnceShown : Self.leastProcesses
    let isDone = trial.isDone(after: monotonicNanoseconds() - began, trials: started) { result.tally }
    let hasShownCrash = result.hasCrashed && configuration.demand.defects.contains(.crash)
    return (isDone || hasShownCrash) && started >= least ? 0 : trialsAtATime
  }
}

// MARK: - Times

extension RowRunner {
  private func hasRun(_ result: RowAccumulator) -> Bool {
    result.status == .ok && !configuration.settings.endsOnceShown && !pool.isStopped
  }

  /// Times later accesses by one thread alone and, if the row has at least as many threads as there are cores, by all
  /// cores at once.
  private func timeLaterAccesses(_ result: inout RowAccumulator) throws {
    guard row.isTimed, !configuration.settings.skipsTimes, hasRun(result) else { return }
    let cores = configuration.cores
    for threads in [1] + (cores > 1 && configuration.threads >= cores ? [cores] : []) {
      var timing = configuration.inMode(.laterAccess)
      timing.threads = threads
      timing.quietFloor = quietFloor(threads)
      try time(timing, processes: 1, &result)
    }
  }

  /// Counts the instructions of accesses, in rows whose later accesses are timed.
  private func countInstructions(_ result: inout RowAccumulator) throws {
    guard row.isTimed, hasRun(result), result.counts == nil else { return }
    guard configuration.settings.countsInstructions else {
      result.counts = AccessCounts()
      result.counts?.remark = "a debug build does not count"
      return
    }
    let counting = ChildConfiguration(
      counting: configuration.strategy, as: configuration.form, in: row.scenario,
      initializerCost: row.initializerCost)
    for _ in 0..<Self.countingProcesses where !pool.isStopped { try pool.start(counting) }
    try watch({ _ in }) { result.add($0, ended: $1) }
  }

  private func time(_ timing: ChildConfiguration, processes: Int, _ result: inout RowAccumulator) throws {
    for _ in 0..<processes where !pool.isStopped {
      try pool.start(timing)
      try watch({ _ in }) { result.add($0, ended: $1) }
    }
  }
}

// MARK: - The watchdog

extension RowRunner {
  /// Waits until all children have ended, and kills those that make no progress.
  ///
  /// - Parameter refill: Starts more children. It gets the number of running children, and is called at every poll.
  private func watch(
    _ listener: (StressEvent) throws -> Void, refill: (_ running: Int) throws -> Void = { _ in },
    ended: (ChildProcess, RowStatus) -> Void
  ) throws {
    let (time, timeout) = (configuration.settings.time, configuration.settings.timeout)
    while !pool.isStopped {
      for child in pool.running {
        guard let end = child.ending(timeout: hangTimeout, startTimeout: timeout) else { continue }
        ended(child, end)
        pool.discard(child)
      }
      try refill(pool.running.count)
      for child in pool.running {
        if let process = child.longStop(timeout: timeout) { try listener(.stopped(row.key, process: process)) }
      }
      guard let first = pool.running.first else { return }
      let passed = Double(first.shared.value(.wallNanoseconds))
      try listener(.progress(row.key, fraction: min(1, passed / Double(max(1, time.nanoseconds)))))
      pool.wait(milliseconds: Self.pollInterval)
    }
  }
}
