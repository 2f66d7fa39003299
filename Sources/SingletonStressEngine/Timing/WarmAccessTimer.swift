import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import SingletonTrialRuntime
import Synchronization

/// A timer of later accesses, by threads that each have a core. In each round, all threads run a batch of the strategy's
/// loop and then a batch of the empty loop, so that every access occurs while all threads access, and the floor is measured
/// at the same moment.
///
/// A round shows the state of the machine: a neighbor on the same physical core doubles the floor and most times.
/// Rounds continue for a while until some were as quiet as the machine can be.
final class WarmAccessTimer: @unchecked Sendable {
  // Unchecked: the state belongs to one thread, or only the last thread to arrive at a barrier changes it, while others
  // wait.
  private let context: RowContext
  private var accesses: BatchSize
  private var floors: BatchSize
  private var quiet: QuietRounds
  /// The ring of the threads, if there are several.
  private let ring: LineRing?
  /// Whether to count the batch of the strategy's loop that just ended.
  private var keepsAccesses = false
  /// Whether to count the batch of the empty loop that just ended.
  private var keepsFloors = false
  /// The number of rounds that count.
  private var rounds = 0
  private var start: UInt64 = 0
  /// The time at which the last barrier opened.
  private var began: UInt64 = 0
  private var isDone = false
  /// The duration of each thread's last batch, in nanoseconds.
  private let elapsed: UnsafeMutablePointer<UInt64>
  /// The number of batches of the strategy's loop that have ended, over all threads and rounds.
  private let ended: UnsafeMutablePointer<Atomic<Int>>

  /// The target duration of a batch, in nanoseconds.
  private static let usualBatch: UInt64 = 10_000
  /// The number of batches beyond which more batches do not move the median.
  private static let enoughBatches = 1_000
  /// The number of times that each thread passes the cache line on in a round.
  private static let turns: UInt32 = 32
  /// The factor by which the rounds may exceed their time while none has been quiet.
  private static let longestExtension: UInt64 = 5

  private var threads: Int { context.configuration.threads }
  private var budget: UInt64 { context.configuration.laterAccessNanoseconds }

  init(_ context: RowContext) {
    self.context = context
    let threads = context.configuration.threads
    let shortest = max(Self.usualBatch, ClockCalibration.measured().minimumInterval)
    accesses = BatchSize(shortest: shortest)
    floors = BatchSize(shortest: shortest)
    quiet = QuietRounds(known: context.configuration.quietFloor)
    ring = threads > 1 ? LineRing(threads: threads) : nil
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
    let (timing, shared) = (context.workload.timing, context.shared)
    context.barrier.wait { [self] in context.workload.prepare(context.cells, 0..<1, context.callers[0]) }
    timing.hold(context.cells, caller)
    context.barrier.wait { [self] in
      start = monotonicNanoseconds()
      began = start
    }
    let accessKind = threads == 1 ? TimingSample.Kind.access : .allCoresAccess
    let floorKind = threads == 1 ? TimingSample.Kind.floor : .allCoresFloor
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
        shared.add(accessKind, operations: access.operations, elapsed: access.elapsed)
        shared.add(floorKind, operations: floor.operations, elapsed: floor.elapsed)
      }
      passLine(caller, round: UInt32(round))
    }
  }

  private func passLine(_ caller: NativeCaller, round: UInt32) {
    guard let way = ring?.pass((round - 1) * Self.turns..<round * Self.turns, as: caller.index), caller.index == 0
    else { return }
    let ways = Int(Self.turns) * threads
    context.shared.add(.line, operations: ways, elapsed: UInt64(way * Double(ways)))
  }

  /// Times one batch, and returns this thread's part of it.
  private func time(
    _ turns: Int, _ loop: TimingLoops.Loop, _ caller: NativeCaller, afterwards: () -> Void = {},
    last: () -> Void
  ) -> (operations: Int, elapsed: UInt64) {
    let start = monotonicNanoseconds()
    loop(context.cells, turns, caller)
    let elapsed = monotonicNanoseconds() - start
    self.elapsed[caller.index] = elapsed
    afterwards()
    context.barrier.wait(last)
    return (turns * TimingLoops.accessesPerTurn, elapsed)
  }

  /// Continues accessing until all threads have ended their batches, so that no thread has the cell to itself.
  private func accessUntilAllFinish(_ caller: NativeCaller, round: Int) {
    guard threads > 1 else { return }
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
    defer { began = now }
    // The median, not the minimum: of many threads in a queue for a lock, one finishes before others have arrived.
    return batch.adapt(usual: (0..<threads).map { elapsed[$0] }.sorted()[threads / 2], round: now - began)
  }

  private func endFloors() {
    let turns = floors.turns
    keepsFloors = end(&floors)
    let longest = (0..<threads).map { elapsed[$0] }.max()!
    quiet.add(Double(longest) / Double(turns * TimingLoops.accessesPerTurn), counts: keepsFloors && keepsAccesses)
  }

  private func endRound() {
    if keepsAccesses && keepsFloors { rounds += 1 }
    let passed = began - start
    let isUsual = passed >= budget || rounds * threads >= Self.enoughBatches
    isDone =
      rounds > 0
      && (isUsual && (quiet.areEnough || passed >= budget * Self.longestExtension) || context.shared.isFullOfSamples)
  }
}
