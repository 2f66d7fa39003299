import CReference
import SingletonCore
import SingletonPlatform
import SingletonStrategyKit
import SingletonTrialRuntime

/// A benchmark that alternates between a strategy's loop and one in C, on the same threads.
final class PairedBenchmark: @unchecked Sendable {
  // Unchecked: each thread writes only its own elements, and everything else is written by the last thread to
  // reach a barrier while the other threads wait there.
  private let workload: Workload
  private let form: reference_form
  private let threads: Int
  private let cells: CellArray
  private let callers: [NativeCaller]
  private let referenceCell: UnsafeMutableRawPointer
  private let barrier: Barrier
  /// The number of turns in a batch of each side: the strategy's, then C's.
  private var turns = [1, 1]
  /// The duration of each thread's most recent batch, in nanoseconds.
  private let elapsed: UnsafeMutablePointer<UInt64>
  /// The nanoseconds per access, for each side one value per counted round.
  private var costs: [[Double]] = [[], []]

  private static let rounds = 301
  private static let batch: UInt64 = 30_000

  init(_ workload: Workload, against name: String, threads: Int) {
    guard let form = reference_form_named(name) else { preconditionFailure("no form \(name) in C") }
    self.workload = workload
    self.form = form.pointee
    self.threads = threads
    cells = CellArray(workload: workload, callers: threads, capacity: 1)
    let counters = (0..<threads).map { _ in
      zeroedPages(4_096).assumingMemoryBound(to: UInt64.self)
    }
    callers = [NativeCaller](cells: cells, workload: workload, initializerCost: .none) { counters[$0] }
    referenceCell = zeroedPages(Int(reference_cell_size))
    form.pointee.prepare?(referenceCell)
    barrier = Barrier(count: threads, cores: BenchThreads.cores)
    elapsed = .allocate(capacity: threads)
  }

  deinit { elapsed.deallocate() }

  /// Runs the benchmark and returns the median nanoseconds per access of each side, and the median of the rounds'
  /// ratios.
  func run() -> (ours: Double, theirs: Double, ratio: Double) {
    workload.prepare(cells, 0..<1, callers[0])
    BenchThreads.run(threads) { [self] index in
      callers[index].becomeCurrent()
      workload.timing.hold(cells, callers[index])
      barrier.wait()
      while costs[1].count < Self.rounds {
        time(0, index) { workload.timing.access(cells, $0, callers[index]) }
        time(1, index) { form.loop(referenceCell, $0, index) }
      }
    }
    let ratios = zip(costs[0], costs[1]).map { $0 / $1 }
    return (median(costs[0]), median(costs[1]), median(ratios))
  }

  private func time(_ side: Int, _ index: Int, _ loop: (Int) -> Void) {
    let start = monotonicNanoseconds()
    loop(turns[side])
    elapsed[index] = monotonicNanoseconds() - start
    barrier.wait { [self] in finishBatch(side) }
  }

  /// Evaluates a batch, on the last thread that reaches the barrier.
  ///
  /// Batches grow until they are long enough, and both sides are counted from the same round on.
  private func finishBatch(_ side: Int) {
    let usual = median((0..<threads).map { Double(elapsed[$0]) })
    if usual < Double(Self.batch) {
      turns[side] *= 2
      costs = [[], []]
    } else if side == 0 || costs[0].count > costs[1].count {
      costs[side].append(usual / Double(turns[side] * TimingLoops.accessesPerTurn))
    }
  }
}
