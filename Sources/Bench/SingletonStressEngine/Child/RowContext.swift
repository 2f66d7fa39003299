import SingletonPlatform
import SingletonStrategyKit
import SingletonTrialRuntime

/// The parts of a running row that do not change: its workload, its shared memory, and the synchronization of its
/// threads.
final class RowContext: Sendable {
  let configuration: ChildConfiguration
  let workload: Workload
  let shared: SharedMemory
  /// The cells in the layout in which no two of them share a cache line.
  let cells: CellArray
  /// The layouts of a sweep that are worth trying, in the order in which they are tried.
  let layouts: [SweepLayout]
  let callers: [NativeCaller]
  let barrier: Barrier
  let rendezvous: Rendezvous
  let tally: SweepTally
  let affinity: CoreAffinity

  init(_ configuration: ChildConfiguration, _ workload: Workload, _ shared: SharedMemory) {
    self.configuration = configuration
    self.workload = workload
    self.shared = shared
    let (threads, cores) = (configuration.threads, configuration.cores)
    let sharesCores = configuration.mode == .trial || configuration.mode == .firstAccess
    let capacity =
      configuration.mode != .row
      ? 1 : SweepSize.capacity(workload, threads: threads, asked: configuration.cells)
    let cells = CellArray(workload: workload, callers: threads, capacity: capacity)
    self.cells = cells
    callers = [NativeCaller](
      cells: cells, workload: workload, initializerCost: configuration.initializerCost,
      counters: shared.counters(ofThread:))
    barrier = Barrier(count: threads, cores: cores, spinLimit: sharesCores ? 3_000 : 100_000)
    layouts = SweepLayout.candidates(workload.cellSize(callers: threads), threads: threads, cells: capacity)
    rendezvous = Rendezvous(threads: threads, cores: cores, blocks: layouts.map { $0.blocks(of: capacity) }.max()!)
    affinity = CoreAffinity(threads: threads, limit: cores, on: configuration.topology)
    shared.placed = affinity.result
    tally = SweepTally(cells: cells, plan: workload.plan, shared: shared)
    shared[.cells].store(UInt64(capacity), ordering: .relaxed)
  }

  /// How often a thread polls for another one at a rendezvous before it continues alone.
  ///
  /// In a process with a single trial, threads sleep while others have yet to start, because spinning would keep other
  /// trials from the cores. The first thread to wake up must then wait until the last one is awake, or they never
  /// overlap.
  var rendezvousSpinLimit: Int {
    configuration.mode == .trial && !isOversubscribed ? 20_000 : SpinBackoff.usualSpinLimit
  }

  var isOversubscribed: Bool { configuration.threads > configuration.cores }
}

extension SweepSize {
  /// The maximum number of cells in a sweep. With this many cells, the barrier at the end of the sweep costs little;
  /// more cells would not fit into the caches.
  private static let maxCells = 16_384
  private static let maxBytes = 40 << 20
  /// The approximate size in bytes of an object that a cell keeps from trial to trial, such as a semaphore or a queue.
  private static let objectBytes = 512

  /// Returns the number of cells in the largest sweep of a row.
  ///
  /// - Parameter asked: The number that was requested, or `nil`.
  static func capacity(_ workload: Workload, threads: Int, asked: Int?) -> Int {
    if let asked { return asked }
    let size = workload.cellSize(callers: threads)
    let perAccess = MemoryLayout<UInt32>.size + 16
    let perCell =
      size.apart + size.keptWords * objectBytes
      + threads * workload.plan.accessesPerThread * perAccess
    return max(64, min(maxCells, maxBytes / perCell))
  }
}
