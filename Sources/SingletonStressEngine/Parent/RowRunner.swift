import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import SingletonTrialRuntime

/// A runner that starts the children of one row, watches them, and combines their results.
struct RowRunner {
  let row: Plan.PlannedRow
  var settings: RowSettings
  let pool: ChildPool
  let expected: Expectation
  /// The available cores, which is also the most children at a time if each runs one trial.
  let cores: Int
  let topology: ProcessorTopology
  /// The floor of a quiet round as earlier rows had it, in nanoseconds.
  var quietFloor: Double?

  /// The watchdog's timeout if a hang is declared. It is shorter, because a declared hang needs less evidence.
  private static let declaredHangTimeout = Duration.milliseconds(250)
  /// The fewest trials of a row whose trials are processes, however short its time, unless every trial traps or hangs.
  private static let leastProcesses: UInt64 = 24
  private static let timingProcesses = 4
  private static let pollInterval: Int32 = 20

  /// An event while a row runs.
  enum Event {
    /// The fraction of the row's time that has passed.
    case progress(Double)
    /// A signal has stopped the numbered process.
    case stopped(process: Int32)
  }

  /// Runs the row.
  ///
  /// - Parameters:
  ///   - previous: The results of the row so far, if it goes on.
  ///   - listener: Receives what happens meanwhile.
  /// - Returns: `nil` if the run was interrupted.
  func run(after previous: RowAccumulator? = nil, listener: (Event) throws -> Void) throws -> RowAccumulator? {
    var result = previous ?? RowAccumulator(expected: expected)
    if isOneTrialPerChild {
      try runTrials(&result, listener)
    } else {
      let configuration = configuration(.row)
      try pool.start(configuration)
      try watch(timeout: configuration.settings.timeout, listener) { result.add($0, ended: $1, configuration) }
    }
    return pool.isStopped ? nil : result
  }

  private var endsEveryTrial: Bool { !expected.demand.endings.isEmpty }

  private var isOneTrialPerChild: Bool { row.entry.traits.contains(.oneTrialPerProcess) || endsEveryTrial }

  private func configuration(_ mode: ChildConfiguration.Mode) -> ChildConfiguration {
    var configuration = ChildConfiguration()
    configuration.mode = mode
    configuration.strategy = row.entry.info.id
    configuration.scenario = row.scenario
    configuration.threads = row.key.threads
    configuration.settings = settings
    if expected.demand.endings.contains(.hang) {
      configuration.settings.timeout = min(settings.timeout, Self.declaredHangTimeout)
    }
    configuration.demand = expected.demand
    configuration.cores = cores
    if !topology.cores(for: row.key.threads, settings.placement, limit: cores, from: nil).isEmpty {
      configuration.topology = topology
    }
    configuration.quietFloor = quietFloor
    return configuration
  }
}

// MARK: - Rows whose trials are processes

extension RowRunner {
  private func runTrials(_ result: inout RowAccumulator, _ listener: (Event) throws -> Void) throws {
    let trial = configuration(.trial)
    let began = monotonicNanoseconds()
    var started: UInt64 = 0
    try watch(timeout: trial.settings.timeout, listener) { running in
      let count = min(cores - running, wanted(trial, after: started, since: began, result))
      started += UInt64(count)
      for _ in 0..<count { try pool.start(trial) }
    } ended: {
      result.add($0, ended: $1, trial)
    }
    pool.endServing()
    result.addWall(monotonicNanoseconds() - began)
    if result.status == .ok && !settings.endsOnceShown && !pool.isStopped { try timeTrials(&result) }
  }

  /// Returns the number of trials that may start now, if that many cores are free, or 0 if the row is done.
  private func wanted(
    _ trial: ChildConfiguration, after started: UInt64, since began: UInt64, _ result: RowAccumulator
  ) -> Int {
    if case .skipped = result.status { return 0 }
    if let trials = settings.trials { return Int(min(trials - min(trials, started), UInt64(cores))) }
    // A declared trap or hang occurs in every trial and may take time.
    let least = endsEveryTrial ? 1 : Self.leastProcesses
    let isDone = trial.isDone(after: monotonicNanoseconds() - began, trials: started) { result.tally }
    let hasShownCrash = result.hasCrashed && expected.demand.defects.contains(.crash)
    return (isDone || hasShownCrash) && started >= least ? 0 : cores
  }

  private func timeTrials(_ result: inout RowAccumulator) throws {
    let timing = configuration(.timing)
    for _ in 0..<Self.timingProcesses where !pool.isStopped {
      try pool.start(timing)
      try watch(timeout: timing.settings.timeout, { _ in }) { child, _ in result.addSamples(of: child) }
    }
  }
}

// MARK: - The watchdog

extension RowRunner {
  /// Waits until all children have ended, and stops those that make no progress.
  ///
  /// - Parameter refill: Starts children, given the number still running. Called at every poll.
  private func watch(
    timeout: Duration, _ listener: (Event) throws -> Void, refill: (_ running: Int) throws -> Void = { _ in },
    ended: (ChildProcess, RowStatus) -> Void
  ) throws {
    while !pool.isStopped {
      for child in pool.running {
        guard let end = child.ending(timeout: timeout) else { continue }
        ended(child, end)
        pool.discard(child)
      }
      try refill(pool.running.count)
      for child in pool.running {
        if let process = child.longStop(timeout: timeout) { try listener(.stopped(process: process)) }
      }
      guard let first = pool.running.first else { return }
      let passed = Double(first.shared.value(.wallNanoseconds))
      try listener(.progress(min(1, passed / Double(max(1, settings.time.nanoseconds)))))
      pool.wait(milliseconds: Self.pollInterval)
    }
  }
}
