import CSingletonPlatform

/// The assignment of a row's threads to cores.
///
/// If there are enough cores, each thread is pinned to a core of its own. Without pinning, the system occasionally
/// puts two contending threads on one core, where each spins while the other waits to be scheduled; a sweep and the
/// timing of a lock then take ten times as long. macOS has no affinity, so threads there run on any core.
package struct CoreAffinity: Sendable {
  /// The core of each thread, or -1 if the system has no affinity; empty for one thread and for threads that share
  /// cores.
  private let cores: [Int32]

  /// Assigns cores to threads, beginning with the calling thread's current core.
  ///
  /// The calling thread must not be pinned yet.
  package init(threads: Int, cores: Int) {
    guard threads > 1, threads <= cores else {
      self.cores = []
      return
    }
    self.cores = (0..<Int32(threads)).map(cp_core_beside)
  }

  /// Pins the calling thread to the core of the thread with the given index.
  package func pin(_ thread: Int) {
    if !cores.isEmpty { cp_stay_on_core(cores[thread]) }
  }
}
