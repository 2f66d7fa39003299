import CPlatform

/// Which core each thread of a row stays on.
///
/// Where there is a core for each, each has its own. Left to itself the system now and then puts two threads that meet on
/// one core, where each spins while the other waits for its turn: a sweep then takes ten times as long, and so does the
/// timing of a lock.
package struct Placement: Sendable {
  /// One for each thread; empty where the threads take turns, or the system has no such thing.
  private let cores: [Int32]

  /// Called by a thread that stays nowhere yet: its own core is the first one's.
  package init(threads: Int, cores: Int) {
    guard threads > 1, threads <= cores else {
      self.cores = []
      return
    }
    self.cores = (0..<Int32(threads)).map(cp_core_beside)
  }

  /// Called by the thread itself.
  package func occupy(_ thread: Int) {
    if !cores.isEmpty { cp_stay_on_core(cores[thread]) }
  }
}
