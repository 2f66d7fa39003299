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
  private var accesses: BatchSize
  private var floors: BatchSize
  /// The batch that has just ended counts.
  private var keeps = false
  private var kept: Set<TimingSample.Kind> = []
  private var deadline: UInt64 = 0
  /// When the last gate opened.
  private var began: UInt64 = 0
  private var isDone = false
  /// What each thread's last batch took.
  private let elapsed: UnsafeMutablePointer<UInt64>
  /// Batches of the strategy's loop that have ended, of all threads and rounds.
  private let ended: UnsafeMutablePointer<Atomic<Int>>

  private static let usualBatch: UInt64 = 10_000
  /// Where threads take turns, more accesses in a batch would only be more that wait.
  private static let usualBatchInTurns: UInt64 = 2_000
  private static let mostBatches: UInt64 = 1_000

  init(_ crew: Crew, budget: UInt64) {
    self.crew = crew
    self.budget = budget
    let shortest =
      crew.isOversubscribed
      ? Self.usualBatchInTurns
      : max(Self.usualBatch, budget / Self.mostBatches, ClockFacts.measured().shortestInterval)
    accesses = BatchSize(shortest: shortest)
    floors = BatchSize(shortest: shortest)
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
    crew.barrier.wait { [self] in
      began = monotonicNanoseconds()
      deadline = began + budget
    }
    var rounds = 0
    while !isDone {
      rounds += 1
      time(.access, accesses.turns, crew.race.timing.access, caller) { keepCompany(caller, round: rounds) }
      time(.floor, floors.turns, crew.race.timing.floor, caller) {}
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
    guard crew.job.threads > 1, !crew.isOversubscribed else { return }
    ended.pointee.wrappingAdd(1, ordering: .relaxed)
    while ended.pointee.load(ordering: .relaxed) < round * crew.job.threads {
      crew.race.timing.access(crew.field, 1, caller)
    }
  }

  /// By the last to come: whether the batch counts, how long the next one is, and whether it was the last.
  private func settle(_ kind: TimingSample.Kind) {
    crew.showProgress()
    let now = monotonicNanoseconds()
    // Not the shortest: of many threads in a queue for a lock, one runs through before the others have come.
    let usual = (0..<crew.job.threads).map { elapsed[$0] }.sorted()[crew.job.threads / 2]
    keeps =
      kind == .access
      ? accesses.settle(usual: usual, round: now - began) : floors.settle(usual: usual, round: now - began)
    began = now
    if keeps { kept.insert(kind) }
    guard kind == .floor, kept.count == 2 else { return }
    isDone = now >= deadline || crew.board.isFullOfSamples
  }
}
