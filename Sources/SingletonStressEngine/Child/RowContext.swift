import SingletonCore
import SingletonPlatform
import SingletonStrategyKit

/// The parts of a running row that do not change: its workload, the memory of its trials, and its synchronization.
final class RowContext: Sendable {
  let configuration: ChildConfiguration
  let workload: Workload
  let shared: SharedMemory
  let cells: CellArray
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
    let capacity =
      configuration.mode == .trial
      ? 1 : SweepSize.capacity(workload, threads: threads, cores: cores, asked: configuration.settings.cells)
    let cells = CellArray(workload: workload, callers: threads, cores: cores, capacity: capacity)
    self.cells = cells
    callers =
      NativeCallers(
        cells: cells, workload: workload, initializerCost: configuration.settings.initializerCost,
        counters: shared.counters(ofThread:)
      ).callers
    barrier = Barrier(count: threads, cores: cores)
    rendezvous = Rendezvous(threads: threads, cores: cores, cells: capacity)
    affinity = CoreAffinity(threads: threads, cores: cores)
    tally = SweepTally(cells: cells, shape: workload.shape, shared: shared)
    shared[.cells].store(UInt64(capacity), ordering: .relaxed)
  }

  /// Whether there are more threads than cores.
  var isOversubscribed: Bool { configuration.threads > configuration.cores }

  /// Whether the strategy's state cannot be reset within a process.
  var isOncePerProcess: Bool { workload.traits.contains(.oneTrialPerProcess) }
}
