import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import SingletonTrialRuntime
import Synchronization

/// A timer of later accesses. In each round, all threads run a batch of the strategy's loop and then a batch of the
/// empty loop, so that every access occurs while all threads access, and the floor is measured at the same moment.
///
/// A round shows the state of the machine: a neighbor on the same physical core doubles the floor and most times.
/// Rounds continue for a while until some were as quiet as the machine can be.
final class WarmAccessTimer: @unchecked Sendable {
  // Unchecked: the state belongs to one thread, or only the last thread to arrive at a barrier changes it, while others
  // wait.
  private let context: RowContext
  private let budget: UInt64
  private var accesses: BatchSize
  private var floors: BatchSize
  private var quiet: QuietRounds
  /// The ring of the threads, if each has a core and there are several.
  private let ring: LineRing?
  /// Whether the batch of the strategy's loop that has just ended counts.
  private var keepsAccesses = false
  /// Whether the batch of the empty loop that has just ended counts.
  private var keepsFloors = false
  /// The number of rounds that count.
  private var rounds = 0
  private var start: UInt64 = 0
  /// The time at which the last barrier opened.
  private let began = Atomic<UInt64>(0)
  /// Whether the current batch takes too long and ends with the part that each thread is in.
  private let isLate = Atomic<Bool>(false)
  private var isDone = false
  /// The same as ``isDone``, for the thread that watches.
  private let isOver = Atomic<Bool>(false)
  /// The duration of each thread's most recent batch, in nanoseconds.
  private let elapsed: UnsafeMutablePointer<UInt64>
  /// The number of batches of the strategy's loop that have ended, over all threads and rounds.
  private let ended: UnsafeMutablePointer<Atomic<Int>>

  /// The target duration of a batch, in nanoseconds.
  private static let usualBatch: UInt64 = 10_000
  /// The target duration if threads share cores, because more accesses in a batch would then only mean more waiting.
  private static let usualBatchOversubscribed: UInt64 = 2_000
  private static let maxBatches: UInt64 = 1_000
  /// The number of parts of a batch if threads share cores.
  private static let parts = 16
  /// The number of times that each thread passes the line in a round.
  private static let turns: UInt32 = 32
  /// The factor by which the rounds may exceed their time until some have been quiet.
  private static let patience: UInt64 = 5
  /// The number of batches beyond which more do not move the median. It is smaller if threads share cores, because each
  /// round then costs two switches to each thread.
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
    quiet = QuietRounds(known: context.configuration.quietFloor)
    ring = threads > 1 && !context.isOversubscribed ? LineRing(threads: threads) : nil
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
      start = monotonicNanoseconds()
      began.store(start, ordering: .relaxed)
      if context.isOversubscribed { startThread { [self] in watch() } }
    }
    // The empty loop's batches grow first, so that no long access has to wait for them.
    repeat { _ = time(floors.turns, timing.floor, caller) { [self] in endFloors() } } while !keepsFloors
    var round = 0
    while !isDone {
      round += 1
      let access = time(accesses.turns, timing.access, caller) {
        accessUntilAllFinish(caller, round: round)
      } last: { [self] in
        endAccesses()
      }
      let floor = time(floors.turns, timing.floor, caller) { [self] in
        endFloors()
        endRound()
      }
      if keepsAccesses && keepsFloors {
        context.shared.add(.access, operations: access.operations, elapsed: access.elapsed)
        context.shared.add(.floor, operations: floor.operations, elapsed: floor.elapsed)
      }
      passLine(caller, round: UInt32(round))
    }
  }

  private func passLine(_ caller: NativeCaller, round: UInt32) {
    guard let way = ring?.pass((round - 1) * Self.turns..<round * Self.turns, as: caller.index), caller.index == 0
    else {
      return
    }
    let ways = Int(Self.turns) * context.configuration.threads
    context.shared.add(.line, operations: ways, elapsed: UInt64(way * Double(ways)))
  }

  /// Times one batch, and returns this thread's part of it.
  private func time(
    _ turns: Int, _ loop: TimingLoops.Loop, _ caller: NativeCaller, afterwards: () -> Void = {},
    last: () -> Void
  ) -> (operations: Int, elapsed: UInt64) {
    let start = monotonicNanoseconds()
    let done = runUntilLate(turns) { loop(context.cells, $0, caller) }
    let elapsed = monotonicNanoseconds() - start
    self.elapsed[caller.index] = elapsed
    afterwards()
    context.barrier.wait(last)
    return (done * TimingLoops.accessesPerTurn, elapsed)
  }

  /// Runs a batch in parts, and returns the number of turns after which the batch was over or too late.
  ///
  /// If threads begin to hand a lock to each other, each access suddenly costs a switch of threads, and a batch of
  /// microseconds takes seconds.
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

  /// Watches the batches on a separate thread, because the threads that run them would have to read the clock in
  /// between.
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

  // The last thread to arrive calls these.

  private func endAccesses() { keepsAccesses = end(&accesses) }

  /// Decides whether a batch counts, and how long the next one is.
  private func end(_ batch: inout BatchSize) -> Bool {
    context.shared.beat()
    let now = monotonicNanoseconds()
    let round = now - began.load(ordering: .relaxed)
    let threads = context.configuration.threads
    // The median, not the minimum: of many threads in a queue for a lock, one finishes before others have arrived.
    let usual = (0..<threads).map { elapsed[$0] }.sorted()[threads / 2]
    began.store(now, ordering: .relaxed)
    isLate.store(false, ordering: .relaxed)
    return batch.adapt(usual: usual, round: round)
  }

  private func endFloors() {
    let turns = floors.turns
    keepsFloors = end(&floors)
    let longest = (0..<context.configuration.threads).map { elapsed[$0] }.max()!
    quiet.add(Double(longest) / Double(turns * TimingLoops.accessesPerTurn), counts: keepsFloors && keepsAccesses)
  }

  private func endRound() {
    if keepsAccesses && keepsFloors { rounds += 1 }
    let passed = began.load(ordering: .relaxed) - start
    let isUsual = passed >= budget || rounds * context.configuration.threads >= enoughBatches
    let isQuiet = context.isOversubscribed || quiet.areEnough || passed >= budget * Self.patience
    isDone = rounds > 0 && (isUsual && isQuiet || context.shared.isFullOfSamples)
    isOver.store(isDone, ordering: .relaxed)
  }
}
