import Outcomes
import Strategies
import Synchronization

/// Times later accesses in rounds: all threads run a batch of the strategy's loop, then all a batch of the empty loop, so
/// that every access is made while all threads access, and the floor is of the same moment.
///
/// Sendable: what changes is written by the last to come to a gate while all the others wait there, or is a thread's own.
final class LaterAccesses: @unchecked Sendable {
  private let crew: Crew
  private let budget: UInt64
  /// Batches may not be shorter than this, nanoseconds.
  private let shortestBatch: UInt64
  /// Turns of each loop in a batch; they grow until the batch is long enough, which also warms up.
  private var accessTurns = 1
  private var floorTurns = 1
  /// The batch that has just ended counts.
  private var keeps = false
  private var kept: Set<TimingSample.Kind> = []
  private var deadline: UInt64 = 0
  private var isDone = false
  /// What each thread's last batch took.
  private let elapsed: UnsafeMutablePointer<UInt64>
  /// Batches of the strategy's loop that have ended, of all threads and rounds.
  private let ended: UnsafeMutablePointer<Atomic<Int>>

  private static let usualBatch: UInt64 = 10_000
  private static let mostBatches: UInt64 = 1_000
  private static let mostTurns = 1 << 24

  init(_ crew: Crew, budget: UInt64) {
    self.crew = crew
    self.budget = budget
    shortestBatch = max(Self.usualBatch, budget / Self.mostBatches, ClockFacts.measured().shortestInterval)
    elapsed = .allocate(capacity: crew.job.threads)
    elapsed.initialize(repeating: 0, count: crew.job.threads)
    ended = .allocate(capacity: 1)
    ended.initialize(to: Atomic(0))
  }

  deinit {
    elapsed.deallocate()
    ended.deallocate()
  }

  /// One thread's part.
  func run(_ caller: NativeCaller) {
    crew.race.timing.hold(crew.field, caller)
    crew.barrier.wait { [self] in deadline = monotonicNanoseconds() + budget }
    var rounds = 0
    while !isDone {
      rounds += 1
      time(.access, accessTurns, crew.race.timing.access, caller) { keepCompany(caller, round: rounds) }
      time(.floor, floorTurns, crew.race.timing.floor, caller) {}
    }
  }

  private func time(
    _ kind: TimingSample.Kind, _ turns: Int, _ loop: RaceTiming.Loop, _ caller: NativeCaller, afterwards: () -> Void
  ) {
    let start = monotonicNanoseconds()
    loop(crew.field, turns, caller)
    let elapsed = monotonicNanoseconds() - start
    self.elapsed[caller.index] = elapsed
    afterwards()
    crew.barrier.wait { [self] in settle(kind) }
    if keeps { crew.note(kind, operations: turns * RaceTiming.accessesPerTurn, elapsed: elapsed) }
  }

  /// Goes on accessing until all threads have ended their batches, so that none has the cell to itself. Not where threads
  /// take turns on the cores: it would be their turn.
  private func keepCompany(_ caller: NativeCaller, round: Int) {
    guard crew.job.threads > 1, crew.job.threads <= crew.job.cores else { return }
    ended.pointee.wrappingAdd(1, ordering: .relaxed)
    while ended.pointee.load(ordering: .relaxed) < round * crew.job.threads {
      crew.race.timing.access(crew.field, 1, caller)
    }
  }

  /// By the last to come: whether the batch counts, how long the next one is, and whether it was the last.
  private func settle(_ kind: TimingSample.Kind) {
    crew.showProgress()
    // Not the shortest: of many threads in a queue for a lock, one runs through before the others have come.
    let usual = (0..<crew.job.threads).map { elapsed[$0] }.sorted()[crew.job.threads / 2]
    keeps = usual >= shortestBatch || turns(kind) >= Self.mostTurns
    if keeps { kept.insert(kind) } else { grow(kind, usual) }
    guard kind == .floor, kept.count == 2 else { return }
    isDone = monotonicNanoseconds() >= deadline || crew.board.isFullOfSamples
  }

  private func turns(_ kind: TimingSample.Kind) -> Int { kind == .access ? accessTurns : floorTurns }

  private func grow(_ kind: TimingSample.Kind, _ elapsed: UInt64) {
    let factor = Int(min(8, shortestBatch / max(1, elapsed) + 1))
    if kind == .access { accessTurns *= factor } else { floorTurns *= factor }
  }
}
