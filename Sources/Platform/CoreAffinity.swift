import CPlatform

/// The core that each thread of a row stays on.
///
/// If there is a core for each thread, each stays on its own. Left to itself, the system now and then puts two threads
/// that meet on one core, where each spins while the other waits for its turn: a sweep then takes ten times as long, and
/// so does the timing of a lock. macOS has no affinity; threads there run where the system puts them.
package struct CoreAffinity: Sendable {
  /// One for each thread. Empty if the threads share cores, or the system has no affinity.
  private let cores: [Int32]

  /// Called by a thread that is not pinned yet: its own core becomes the first one's.
  package init(threads: Int, cores: Int) {
    guard threads > 1, threads <= cores else {
      self.cores = []
      return
    }
    self.cores = (0..<Int32(threads)).map(cp_core_beside)
  }

  /// Keeps the calling thread on its core.
  package func pin(_ thread: Int) {
    if !cores.isEmpty { cp_stay_on_core(cores[thread]) }
  }
}
