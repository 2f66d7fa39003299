/// Something wrong with an execution, and the events concerned.
package enum Finding: Equatable, Sendable {
  /// Two accesses to one location, a write among them, one of them plain, and neither happens before the other.
  case race(EventID, EventID)
  /// An access to a location that a `free` before it has made dead.
  case useAfterFree(free: EventID, access: EventID)
}

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

/// Listens to an exploration, and can stop it.
package protocol ExplorationVisitor: AnyObject {
  /// Something was found; the graph is the execution so far. The same two events are found again in other executions.
  ///
  /// - Returns: whether to go on.
  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool

  /// A run has ended. Called for every run, so that a limit that is looked at here is looked at often.
  ///
  /// - Returns: whether to go on.
  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool
}
