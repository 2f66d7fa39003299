import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import SingletonTrialRuntime
import Synchronization

/// The timer of later accesses, by threads that each have a core. In each round, all threads run a batch of the
/// strategy's loop and then a batch of the empty loop. Every access therefore happens while all threads access, and the
/// empty loop is timed at nearly the same moment.
///
/// The empty loop's time in a round shows how busy the machine is: another program on the same physical core doubles
/// it. Rounds continue for a while until some were as quiet as the machine can be.
final class WarmAccessTimer: @unchecked Sendable {
  // Unchecked: each part of the state belongs to one thread, or is changed only by the last thread to arrive at a
  // barrier, while others wait.
  private let context: RowContext
  private var accesses: BatchSize
  private var floors: BatchSize
  private var quiet: QuietRounds
  /// The ring in which the threads pass a cache line on, or `nil` if there is only one thread.
  private let ring: LineRing?
  /// Whether the latest batch of the strategy's loop counts.
  private var keepsAccesses = false
  /// Whether the latest batch of the empty loop counts.
  private var keepsFloors = false
  private var rounds = 0
  private var start: UInt64 = 0
  /// The time at which the last barrier opened.
  private var began: UInt64 = 0
  private var isDone = false
  /// The duration of each thread's latest batch, in nanoseconds.
  private let elapsed: UnsafeMutablePointer<UInt64>
  /// The number of finished batches of the strategy's loop, over all threads and rounds.
  private let ended: UnsafeMutablePointer<Atomic<Int>>

  /// The target duration of a batch, in nanoseconds.
  private static let usualBatch: UInt64 = 10_000
  /// The number of batches from which on the median hardly changes.
  private static let enoughBatches = 1_000
  /// How often each thread passes the cache line on in a round.
  private static let turns: UInt32 = 32
  /// The factor by which a timing may exceed its time as long as no round has been quiet.
  private static let longestExtension: UInt64 = 2

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
    // The batches of the empty loop grow first. Otherwise, threads with long accesses would have to wait while they
    // grow.
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

  /// Times one batch, and returns the time that this thread took.
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

  /// Continues accessing until all threads have finished their batches, so that no thread has the cell to itself.
  private func accessUntilAllFinish(_ caller: NativeCaller, round: Int) {
    guard threads > 1 else { return }
    ended.pointee.wrappingAdd(1, ordering: .relaxed)
    while ended.pointee.load(ordering: .relaxed) < round * threads {
      context.workload.timing.access(context.cells, 1, caller)
    }
  }

  // These are called by the last thread to arrive at the barrier.

  private func endAccesses() { keepsAccesses = end(&accesses) }

  /// Decides whether a batch counts, and chooses the size of the next one.
  private func end(_ batch: inout BatchSize) -> Bool {
    context.shared.beat()
    let now = monotonicNanoseconds()
    defer { began = now }
    // This is the median, not the minimum: of many threads that queue for a lock, one can finish before others have
    // begun.
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
