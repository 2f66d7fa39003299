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
  private var began: UInt64 = 0
  private var isDone = false
  /// The duration of each thread's last batch, in nanoseconds.
  private let elapsed: UnsafeMutablePointer<UInt64>
  /// The number of batches of the strategy's loop that have ended, over all threads and rounds.
  private let ended: UnsafeMutablePointer<Atomic<Int>>

  /// The target duration of a batch, in nanoseconds.
  private static let usualBatch: UInt64 = 10_000
  /// The target duration if threads share cores, where more accesses in a batch would only be more that wait.
  private static let usualBatchOversubscribed: UInt64 = 2_000
  private static let maxBatches: UInt64 = 1_000
  /// The batches from which on more do not move the median.
  private static let enoughBatches = 1_000

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
      began = monotonicNanoseconds()
      deadline = began + budget
    }
    var rounds = 0
    while !isDone {
      rounds += 1
      time(.access, accesses.turns, timing.access, caller) { accessUntilAllFinish(caller, round: rounds) }
      time(.floor, floors.turns, timing.floor, caller) {}
    }
  }

  private func time(
    _ kind: TimingSample.Kind, _ turns: Int, _ loop: TimingLoops.Loop, _ caller: NativeCaller, afterwards: () -> Void
  ) {
    let start = monotonicNanoseconds()
    loop(context.cells, turns, caller)
    let elapsed = monotonicNanoseconds() - start
    self.elapsed[caller.index] = elapsed
    afterwards()
    context.barrier.wait { [self] in endBatch(kind) }
    if keeps { context.shared.add(kind, operations: turns * TimingLoops.accessesPerTurn, elapsed: elapsed) }
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
    let threads = context.configuration.threads
    // The median rather than the minimum: of many threads in a queue for a lock, one finishes before the others have
    // arrived.
    let usual = (0..<threads).map { elapsed[$0] }.sorted()[threads / 2]
    keeps =
      kind == .access
      ? accesses.adapt(usual: usual, round: now - began) : floors.adapt(usual: usual, round: now - began)
    began = now
    if keeps { kept.insert(kind) }
    if keeps && kind == .access { batches += threads }
    guard kind == .floor, kept.count == 2 else { return }
    isDone = now >= deadline || batches >= Self.enoughBatches || context.shared.isFullOfSamples
  }
}
