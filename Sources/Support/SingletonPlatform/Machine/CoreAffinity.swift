import CSingletonPlatform

/// The assignment of a row's threads to cores.
///
/// If there are enough cores, each thread is pinned to a different core. Without pinning, the system occasionally puts
/// two contending threads on one core. Each then spins while the other waits to be scheduled, so that a sweep or the
/// timing of a lock takes ten times as long. macOS has no affinity, so threads there run on any core.
package struct CoreAffinity: Sendable {
  /// The core of each thread; empty if the system chooses.
  private let cores: [Int]
  package let result: Placement

  /// Assigns cores to threads, beginning with the calling thread's current core.
  ///
  /// - Parameter limit: The number of cores that may be busy at a time.
  package init(threads: Int, limit: Int, on topology: ProcessorTopology) {
    cores = topology.cores(for: threads, limit: limit, from: Int(cp_current_core()))
    result = topology.result(on: cores)
  }

  package func pin(_ thread: Int) {
    if !cores.isEmpty { cp_stay_on_core(Int32(cores[thread])) }
  }
}
