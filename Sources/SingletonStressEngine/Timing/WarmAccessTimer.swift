import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import Synchronization

/// A timer of later accesses. In each round, all threads run a batch of the strategy's loop and then a batch of the
/// empty loop, so that every access occurs while all threads access, and the floor is measured at the same moment.
final class WarmAccessTimer: @unchecked Sendable {
  // Unchecked: the state is changed only by the last thread to arrive at a barrier, while all others wait, or belongs to
  // one thread.
  private let context: RowContext
  private let budget: UInt64
  private var accesses: BatchSize
  private var floors: BatchSize
  /// Whether the batch that has just ended counts.
  private var keeps = false
  private var kept: Set<TimingSample.Kind> = []
  /// The number of batches of the strategy's loop that count, over all threads.
  private var batches = 0
  private var deadline: UInt64 = 0
  /// The time at which the last barrier opened.
  private let began = Atomic<UInt64>(0)
  /// Whether the batch under way takes too long and ends with the part that each thread is in.
  private let isLate = Atomic<Bool>(false)
  private var isDone = false
  /// Whether only the batches of the empty loop still have to grow.
  private var hasEnoughAccesses = false
  /// The same for the thread that watches.
  private let isOver = Atomic<Bool>(false)
  /// The duration of each thread's last batch, in nanoseconds.
  private let elapsed: UnsafeMutablePointer<UInt64>
  /// The number of batches of the strategy's loop that have ended, over all threads and rounds.
  private let ended: UnsafeMutablePointer<Atomic<Int>>

  /// The target duration of a batch, in nanoseconds.
  private static let usualBatch: UInt64 = 10_000
  /// The target duration if threads share cores, where more accesses in a batch would only be more that wait.
  private static let usualBatchOversubscribed: UInt64 = 2_000
  private static let maxBatches: UInt64 = 1_000
  /// The number of parts of a batch if threads share cores.
  private static let parts = 16
  /// The batches from which on more do not move the median. They are fewer if threads share cores, because each round
  /// then costs two switches to each thread.
  private var enoughBatches: Int { context.isOversubscribed ? 500 : 1_000 }

  /// - Parameter budget: The time for all rounds, in nanoseconds.
  init(_ context: RowContext, budget: UInt64) {
    self.context = context
    self.budget = budget
    let threads = context.configuration.threads
    let shortest =
      context.isOversubscribed
      ? Self.usualBatchOversubscribed
      : max(Self.usualBatch, budget / Self.maxBatches, ClockCalibration.measured().minimumInterval)
    accesses = BatchSize(shortest: shortest)
    floors = BatchSize(shortest: shortest)
    elapsed = .allocate(capacity: threads)
    elapsed.initialize(repeating: 0, count: threads)
    ended = .allocate(capacity: 1)
    ended.initialize(to: Atomic(0))
  }

  deinit {
    elapsed.deallocate()
    ended.deallocate()
  }

  /// Runs one thread's part.
  func run(_ caller: NativeCaller) {
    let timing = context.workload.timing
    timing.hold(context.cells, caller)
    context.barrier.wait { [self] in
      let now = monotonicNanoseconds()
      began.store(now, ordering: .relaxed)
      deadline = now + budget
      if context.isOversubscribed { startThread { [self] in watch() } }
    }
    var rounds = 0
    while !isDone {
      rounds += 1
      if !hasEnoughAccesses {
        time(.access, accesses.turns, timing.access, caller) { accessUntilAllFinish(caller, round: rounds) }
      }
      time(.floor, floors.turns, timing.floor, caller) {}
    }
  }

  private func time(
    _ kind: TimingSample.Kind, _ turns: Int, _ loop: TimingLoops.Loop, _ caller: NativeCaller, afterwards: () -> Void
  ) {
    let start = monotonicNanoseconds()
    let done = runUntilLate(turns) { loop(context.cells, $0, caller) }
    let elapsed = monotonicNanoseconds() - start
    self.elapsed[caller.index] = elapsed
    afterwards()
    context.barrier.wait { [self] in endBatch(kind) }
    if keeps { context.shared.add(kind, operations: done * TimingLoops.accessesPerTurn, elapsed: elapsed) }
  }

  /// Runs a batch in parts, and returns the number of turns after which it was over, or too late.
  ///
  /// A lock that threads hand to each other costs a switch of threads in each access from one moment to the next. A batch
  /// of microseconds then takes seconds.
  @inline(__always)
  private func runUntilLate(_ turns: Int, _ loop: (Int) -> Void) -> Int {
    guard context.isOversubscribed else {
      loop(turns)
      return turns
    }
    let part = max(1, turns / Self.parts)
    var done = 0
    repeat {
      let next = min(part, turns - done)
      loop(next)
      done += next
    } while done < turns && !isLate.load(ordering: .relaxed)
    return done
  }

  /// Watches the batches, on a thread of its own: the threads that run them would have to read the clock in between.
  private func watch() {
    while !isOver.load(ordering: .relaxed) {
      usleep(1_000)
      let began = began.load(ordering: .relaxed)
      if monotonicNanoseconds() > began + BatchSize.longestRound { isLate.store(true, ordering: .relaxed) }
    }
  }

  /// Continues accessing until all threads have ended their batches, so that no thread has the cell to itself. Does
  /// nothing if threads share cores, because this thread would take another's turn.
  private func accessUntilAllFinish(_ caller: NativeCaller, round: Int) {
    let threads = context.configuration.threads
    guard threads > 1, !context.isOversubscribed else { return }
    ended.pointee.wrappingAdd(1, ordering: .relaxed)
    while ended.pointee.load(ordering: .relaxed) < round * threads {
      context.workload.timing.access(context.cells, 1, caller)
    }
  }

  /// Decides whether the batch counts, how long the next one is, and whether it was the last. Called by the last thread
  /// to arrive.
  private func endBatch(_ kind: TimingSample.Kind) {
    context.shared.beat()
    let now = monotonicNanoseconds()
    let round = now - began.load(ordering: .relaxed)
    let threads = context.configuration.threads
    // The median rather than the minimum: of many threads in a queue for a lock, one finishes before the others have
    // arrived.
    let usual = (0..<threads).map { elapsed[$0] }.sorted()[threads / 2]
    keeps =
      kind == .access
      ? accesses.adapt(usual: usual, round: round) : floors.adapt(usual: usual, round: round)
    began.store(now, ordering: .relaxed)
    isLate.store(false, ordering: .relaxed)
    if keeps { kept.insert(kind) }
    if keeps && kind == .access { batches += threads }
    guard kind == .floor else { return }
    hasEnoughAccesses = now >= deadline && kept.contains(.access)
    isDone = kept.count == 2 && (hasEnoughAccesses || batches >= enoughBatches || context.shared.isFullOfSamples)
    isOver.store(isDone, ordering: .relaxed)
  }
}
