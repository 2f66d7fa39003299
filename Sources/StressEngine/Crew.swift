import Outcomes
import Strategies
import Synchronization

/// The threads of one row, their memory, and the gates at which they meet.
final class Crew: @unchecked Sendable {
  let job: RowJob
  let race: Race
  let board: Board
  let field: RaceField
  let callers: [NativeCaller]
  let barrier: Barrier
  let rendezvous: Rendezvous
  let tally: SweepTally
  let placement: Placement
  /// Cells of the sweep that is running. Changed only by the last to come to a gate.
  private(set) var active: Int
  /// The first so many cells have the objects that cells keep.
  private(set) var furnished = 0
  private(set) var isDone = false
  /// Some thread saw a promise broken in the sweep that has just ended.
  private(set) var sawViolation = false
  private var clock = PhaseClock()
  private var trialsDone: UInt64 = 0
  private var sweepBegan: UInt64 = 0

  init(job: RowJob, race: Race, board: Board) {
    self.job = job
    self.race = race
    self.board = board
    let capacity =
      job.mode == .trial ? 1 : FieldSize.capacity(race, threads: job.threads, cores: job.cores, asked: job.cells)
    let field = RaceField(race: race, callers: job.threads, cores: job.cores, capacity: capacity)
    self.field = field
    callers =
      NativeCallers(
        field: field, race: race, initializerCost: job.initializerCost, counters: board.counters(ofThread:)
      ).callers
    barrier = Barrier(count: job.threads, cores: job.cores)
    rendezvous = Rendezvous(threads: job.threads, cores: job.cores, cells: capacity)
    placement = Placement(threads: job.threads, cores: job.cores)
    tally = SweepTally(field: field, shape: race.shape)
    active = min(capacity, FieldSize.first)
    limitToTrials()
    board[.cells].store(UInt64(capacity), ordering: .relaxed)
  }

  /// Threads take turns on the cores.
  var isOversubscribed: Bool { job.threads > job.cores }

  /// The strategy cannot be made fresh within a process.
  var isOncePerProcess: Bool { race.traits.contains(.oneTrialPerProcess) }

  /// Something is to be made in some of the active cells before the next sweep.
  var mustPrepare: Bool {
    race.hasPreparation && (race.traits.contains(.prepares) || furnished < active)
  }

  /// Of these cells, those in which something is to be made.
  func unprepared(_ range: Range<Int>) -> Range<Int> {
    race.traits.contains(.prepares) ? range : range.clamped(to: min(furnished, active)..<active)
  }

  /// This thread's part of the cells: to tally, to reset, to prepare.
  func share(of thread: Int) -> Range<Int> {
    thread * active / job.threads..<(thread + 1) * active / job.threads
  }
}

// MARK: - What the last to come to a gate does

extension Crew {
  func beginCounting() {
    clock.begin()
    sweepBegan = clock.began
  }

  func endSweep() {
    sawViolation = callers.contains { $0.state.pointee.sawViolation }
  }

  /// All shares are tallied and fresh again: the next sweep, or the end.
  func endTally() {
    let now = monotonicNanoseconds()
    trialsDone += UInt64(active)
    let elapsed = now - clock.began
    board[.wallNanoseconds].store(elapsed, ordering: .relaxed)
    board[.cpuNanoseconds].store(clock.cpuSoFar(), ordering: .relaxed)
    board[.pulse].wrappingAdd(1, ordering: .relaxed)
    isDone = job.mode == .trial || job.isDone(after: elapsed, trials: trialsDone) { board.tally }
    furnished = max(furnished, active)
    active = FieldSize.next(active, took: now - sweepBegan, capacity: field.capacity)
    limitToTrials()
    sweepBegan = now
  }

  private func limitToTrials() {
    if job.trials > 0 { active = min(active, max(1, Int(clamping: job.trials - min(trialsDone, job.trials)))) }
  }
}

/// How many cells a sweep has.
enum FieldSize {
  /// The first sweep is short: nobody knows yet what an initialiser costs.
  static let first = 8
  /// With so many cells the meeting at a sweep's ends costs little; more would leave the caches.
  private static let most = 16_384
  private static let memory = 40 << 20
  /// A sweep lasts no longer, so that a healthy row always shows progress.
  private static let longestSweep: UInt64 = 10_000_000
  /// What an object beside a cell (a semaphore, a queue) takes, roughly.
  private static let objectBytes = 512

  static func capacity(_ race: Race, threads: Int, cores: Int, asked: Int) -> Int {
    if asked > 0 { return asked }
    let size = race.cellSize(callers: threads, cores: cores)
    let perAccess = MemoryLayout<UInt32>.size + 16
    let perCell =
      size.byteCount + size.keptWords * objectBytes
      + threads * race.shape.accessesPerThread * perAccess
    return max(64, min(most, memory / perCell))
  }

  /// Grows fourfold while sweeps are short, shrinks at once when one was too long.
  static func next(_ active: Int, took nanoseconds: UInt64, capacity: Int) -> Int {
    let fitting = Double(active) * Double(longestSweep) / Double(max(nanoseconds, 1))
    return max(1, min(capacity, active * 4, Int(fitting)))
  }
}
