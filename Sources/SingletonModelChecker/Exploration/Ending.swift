/// The way in which a run ended.
package enum Ending: Equatable, Sendable {
  /// All threads have finished; the graph is an execution of the program.
  case complete
  /// Every remaining thread waits forever: each blocked read has read the latest write, and no wait has a limit.
  case stuck
  /// At least one thread ended with a failed step; `thread` is the lowest-numbered one. The other threads continued
  /// until they finished or were blocked.
  case failed(thread: Int, code: UInt)
  /// A thread is blocked by a read of a write that is not the latest. The graph is not an execution; it is visited only
  /// for its revisits.
  case discarded
}
