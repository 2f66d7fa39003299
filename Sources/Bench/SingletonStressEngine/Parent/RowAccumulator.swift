import SingletonCore
import SingletonPlatform
import SingletonTrialRuntime

/// The combined results of the children of one row.
struct RowAccumulator {
  private(set) var status: RowStatus?
  private(set) var measured: Measurements?
  private(set) var samples: [TimingSample] = []
  private(set) var remark: String?
  var counts: AccessCounts?
  private let expected: Expectation

  init(expected: Expectation) { self.expected = expected }

  /// Adds the results of a child that has counted, timed, or both. A crash counts whatever the child was doing.
  mutating func add(_ child: ChildProcess, ended end: RowStatus) {
    let shared = child.shared
    if child.configuration.mode != .instructions { samples += shared.samples }
    switch child.configuration.mode {
    case .row: add(shared.tally, shared, wall: shared.value(.wallNanoseconds), cpu: shared.value(.cpuNanoseconds))
    case .trial:
      var tally = shared.tally
      // If a trial ended the process, the process could count neither the trial nor its instances.
      if tally[.trials] == 0 {
        tally[.trials] = 1
        tally.count(1, instances: 0)
      }
      add(tally, shared, wall: 0, cpu: child.cpuNanoseconds)
    case .firstAccess, .laterAccess, .serving: break
    // This child makes the same accesses as the row's other children, one instruction at a time. If that ends the
    // child, the row itself has not failed.
    case .instructions:
      let others = AccessCounts(shared, ended: end)
      if counts == nil { counts = others } else { counts!.add(others) }
      return
    }
    if end != .ok && remark == nil {
      remark = InitializerCycle(at: child.hangStacks)?.description ?? child.capture.lastLine
    }
    let ended = checked(end, shared, child.configuration)
    // A declared trap or hang counts only if every child ended in it. Otherwise, the worst status counts.
    if status.map({ badness($0) < badness(ended) }) ?? true { status = ended }
  }

  var tally: Tally { measured?.tally ?? Tally() }

  var hasCrashed: Bool { if case .crashed = status { true } else { false } }

  /// Adds the wall time of trials that each have a process, from the start of the first to the end of the last.
  mutating func addWall(_ nanoseconds: UInt64) { measured?.wallNanoseconds += nanoseconds }

  /// Returns the row's status. It is `skipped` if not all threads started, however the process ended afterward, because
  /// no thread accesses the strategy before all threads have started.
  private func checked(_ end: RowStatus, _ shared: SharedMemory, _ configuration: ChildConfiguration) -> RowStatus {
    if case .skipped = end { return end }
    let (started, threads) = (shared.value(.threadsStarted), configuration.threads)
    guard shared.value(.gaveUp) == 1 || started < threads else { return end }
    let time = end == .hung ? " within \(DurationFormat.text(configuration.settings.timeout))" : ""
    return .skipped(started: started, of: threads, within: time)
  }

  private mutating func add(_ tally: Tally, _ shared: SharedMemory, wall: UInt64, cpu: UInt64) {
    let isFirst = measured == nil
    var sum = measured ?? Measurements()
    let started = Int(shared.value(.threadsStarted))
    sum.tally.merge(tally)
    sum.cells = max(sum.cells, Int(shared.value(.cells)))
    sum.cellBytes = Int(shared.value(.cellBytes))
    sum.cellOffset = Int(shared.value(.cellOffset))
    sum.cellsPerBlock = Int(shared.value(.cellsPerBlock))
    sum.placed = shared.placed.rawValue
    sum.threadsStarted = isFirst ? started : min(sum.threadsStarted, started)
    sum.peakRunning = max(sum.peakRunning, Int(shared.value(.peakRunning)))
    sum.wallNanoseconds += wall
    sum.cpuNanoseconds += cpu
    measured = sum
  }

  private func badness(_ status: RowStatus) -> Int {
    switch status {
    case .interrupted: 0
    case .trapped where status.isDeclared(by: expected), .hung where status.isDeclared(by: expected): 0
    case .ok: 1
    case .exit: 2
    case .hung: 3
    case .trapped: 4
    case .crashed: 5
    case .skipped: 6
    }
  }
}
