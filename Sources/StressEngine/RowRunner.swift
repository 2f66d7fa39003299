import Outcomes
import Strategies

/// Runs one row: starts its children, watches them, and adds up what they bring home.
struct RowRunner {
  let row: Plan.PlannedRow
  let settings: RunSettings
  let workplace: Workplace
  let expected: Expectation
  /// Children at one time, where each is one trial.
  let cores: Int

  /// A declared hang is believed sooner than a surprising one.
  private static let declaredHangTimeout = TimeSpan.milliseconds(500)
  /// A row that needs luck and whose trials are processes has at least so many, however short its time is.
  private static let leastProcesses: UInt64 = 24
  private static let timingProcesses = 4
  private static let glance: Int32 = 20

  /// - Parameter progress: gets the fraction of the row's time that has passed.
  /// - Returns: nil where the run was interrupted.
  func run(progress: (Double) throws -> Void) throws -> RowResult? {
    var result = RowResult(demand: expected.demand)
    if isOneTrialPerChild {
      try runTrials(&result, progress)
    } else {
      let job = job(.row)
      try watch(one: job, progress) { result.add($0, ended: $1, job: job) }
    }
    return workplace.isInterrupted ? nil : result
  }

  private var isOneTrialPerChild: Bool {
    row.entry.traits.contains(.oneTrialPerProcess) || expected.demand == .trap || expected.demand == .hang
  }

  private var timeout: TimeSpan {
    expected.demand == .hang && settings.timeout.nanoseconds > Self.declaredHangTimeout.nanoseconds
      ? Self.declaredHangTimeout : settings.timeout
  }

  private func job(_ mode: RowJob.Mode) -> RowJob {
    RowJob(
      mode: mode, strategy: row.key.strategy, scenario: row.key.scenario, threads: row.key.threads,
      engine: row.key.engine, time: settings.time, trials: settings.trials ?? 0, demand: expected.demand,
      cells: settings.cells ?? 0,
      initializerCost: row.key.initializerCost, timeout: timeout, cores: cores)
  }
}

// MARK: - Rows whose trials are processes

extension RowRunner {
  private func runTrials(_ result: inout RowResult, _ progress: (Double) throws -> Void) throws {
    let trial = job(.trial)
    let began = monotonicNanoseconds()
    var started: UInt64 = 0
    try watch(progress) { running in
      let count = min(cores - running, wanted(after: started, since: began, result))
      started += UInt64(count)
      return try (0..<count).map { _ in try workplace.start(trial) }
    } ended: {
      result.add($0, ended: $1, job: trial)
    }
    result.setWall(monotonicNanoseconds() - began)
    if result.status == .ok && !workplace.isInterrupted { try timeTrials(&result) }
  }

  /// How many trials may be started now, if as many cores are free; 0 = the row is done.
  private func wanted(after started: UInt64, since began: UInt64, _ result: RowResult) -> Int {
    if case .skipped = result.status { return 0 }
    if let trials = settings.trials { return Int(min(trials - min(trials, started), UInt64(cores))) }
    let least = needsLuck ? Self.leastProcesses : 1
    let isDone = job(.trial).isDone(after: monotonicNanoseconds() - began, trials: started) { result.tally }
    return (isDone || result.hasCrashed && expected.demand.observations.contains(.crash)) && started >= least
      ? 0 : cores
  }

  /// A trap or a hang comes in every trial, and may take its time.
  private var needsLuck: Bool { expected.demand != .trap && expected.demand != .hang }

  private func timeTrials(_ result: inout RowResult) throws {
    let timing = job(.timing)
    for _ in 0..<Self.timingProcesses where !workplace.isInterrupted {
      try watch(one: timing, { _ in }) { child, _ in result.addSamples(of: child) }
    }
  }
}

// MARK: - The watchdog

extension RowRunner {
  private func watch(
    one job: RowJob, _ progress: (Double) throws -> Void, ended: (ChildProcess, RowStatus) -> Void
  ) throws {
    var isStarted = false
    try watch(progress) { _ in
      defer { isStarted = true }
      return isStarted ? [] : [try workplace.start(job)]
    } ended: {
      ended($0, $1)
    }
  }

  /// Waits until all children have ended, and ends those that show no progress. `refill` starts some whenever others
  /// have ended, and is told how many are still running.
  private func watch(
    _ progress: (Double) throws -> Void, refill: (_ running: Int) throws -> [ChildProcess],
    ended: (ChildProcess, RowStatus) -> Void
  ) throws {
    var watched: [Watched] = []
    while !workplace.isInterrupted {
      watched = watched.filter { watched in
        guard let end = watched.ending(timeout: timeout) else { return true }
        ended(watched.child, end)
        workplace.discard(watched.child)
        return false
      }
      watched += try refill(watched.count).map { Watched($0) }
      guard let first = watched.first else { return }
      try progress(
        min(1, Double(first.child.board.value(.wallNanoseconds)) / Double(max(1, settings.time.nanoseconds))))
      workplace.wait(milliseconds: Self.glance)
    }
  }
}

/// A child, and when it last showed progress.
private final class Watched {
  let child: ChildProcess
  private var pulse: UInt64 = 0
  private var beat: UInt64

  init(_ child: ChildProcess) {
    self.child = child
    beat = child.began
  }

  /// nil while it runs and shows progress.
  func ending(timeout: TimeSpan) -> RowStatus? {
    if let end = child.end() {
      let left = RowStatus(end)
      return left == .ok && child.board.value(.isDone) == 0 ? .exit(0) : left
    }
    let now = monotonicNanoseconds()
    let newest = child.board.value(.pulse) &+ child.board.value(.threadsStarted)
    if newest != pulse { (pulse, beat) = (newest, now) }
    guard now - beat >= timeout.nanoseconds else { return nil }
    child.stop()
    return .hung
  }
}
