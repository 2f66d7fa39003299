/// How a run came to its end.
package enum Ending: Equatable, Sendable {
  /// All threads have finished: one of the program's executions.
  case complete
  /// All that are left wait for something that will not come, without a limit: each blocked read has read the latest
  /// write.
  case stuck
  /// At least one thread ended in a failed step; of those the lowest-numbered. The others went on until they finished or
  /// were blocked.
  case failed(thread: Int, code: UInt)
  /// A thread waits, having read a write that is not the latest: no execution, only a way to others.
  case discarded
}
