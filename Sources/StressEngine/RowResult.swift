import Outcomes

/// What the children of one row have brought home so far.
struct RowResult {
  private(set) var status: RowStatus?
  private(set) var measured: Measured?
  private(set) var samples: [TimingSample] = []
  private(set) var remark: String?
  private let demand: Expectation.Demand

  init(demand: Expectation.Demand) { self.demand = demand }

  /// One child of a row that counts in it.
  mutating func add(_ child: ChildProcess, ended end: RowStatus, job: RowJob) {
    let board = child.board
    var tally = board.tally
    // A trial that ended badly could not count itself.
    if job.mode == .trial && tally[.trials] == 0 { tally[.trials] = 1 }
    let cpu = job.mode == .trial ? child.cpuNanoseconds : board.value(.cpuNanoseconds)
    merge(tally, board, wall: job.mode == .trial ? 0 : board.value(.wallNanoseconds), cpu: cpu)
    if end != .ok && remark == nil { remark = child.lastWords }
    status = worse(status, settled(end, board, threads: job.threads))
    addSamples(of: child)
  }

  var tally: Tally { measured?.tally ?? Tally() }

  var hasCrashed: Bool { if case .crashed = status { true } else { false } }

  /// One child that only timed.
  mutating func addSamples(of child: ChildProcess) { samples += child.board.samples }

  /// Of a row whose trials are processes: from the first one's start to the last one's end.
  mutating func setWall(_ nanoseconds: UInt64) { measured?.wallNanoseconds = nanoseconds }

  /// A row whose threads did not all start never pretends.
  private func settled(_ end: RowStatus, _ board: Board, threads: Int) -> RowStatus {
    guard board.value(.gaveUp) == 1 else { return end }
    return .skipped("\(board.value(.threadsStarted)) of \(threads) threads started")
  }

  private mutating func merge(_ tally: Tally, _ board: Board, wall: UInt64, cpu: UInt64) {
    var sum =
      measured
      ?? Measured(
        tally: Tally(), cells: 0, threadsStarted: .max, peakRunning: 0, wallNanoseconds: 0, cpuNanoseconds: 0)
    sum.tally.merge(tally)
    sum.cells = max(sum.cells, Int(board.value(.cells)))
    sum.threadsStarted = min(sum.threadsStarted, Int(board.value(.threadsStarted)))
    sum.peakRunning = max(sum.peakRunning, Int(board.value(.peakRunning)))
    sum.wallNanoseconds += wall
    sum.cpuNanoseconds += cpu
    measured = sum
  }

  /// What several children did, as one status: the declared end only where all had it, else the worst.
  private func worse(_ a: RowStatus?, _ b: RowStatus) -> RowStatus {
    guard let a else { return b }
    return badness(a) >= badness(b) ? a : b
  }

  private func badness(_ status: RowStatus) -> Int {
    switch status {
    case .trapped where demand == .trap, .hung where demand == .hang, .interrupted: 0
    case .ok: 1
    case .exit: 2
    case .hung: 3
    case .trapped: 4
    case .crashed: 5
    case .skipped: 6
    }
  }
}
