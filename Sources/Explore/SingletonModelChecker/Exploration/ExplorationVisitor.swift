/// A visitor that receives the findings and runs of an exploration, and can stop it.
package protocol ExplorationVisitor: AnyObject {
  /// Called if the exploration starts over because the threads have turned out not to be interchangeable, or a location not
  /// to be a lock. The findings so far are valid, but every run is visited again.
  func startedOver()

  /// Called for each finding, with the execution so far. Other executions may report the same two events again.
  ///
  /// - Returns: Whether to continue.
  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool

  /// Called at the end of every run, even one that is not an execution, so that a visitor can check its limits often.
  ///
  /// - Returns: Whether to continue.
  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool
}

/// The way in which a run ended.
package enum Ending: Equatable, Sendable {
  /// All threads have finished; the graph is an execution of the program.
  case complete
  /// Every remaining thread waits forever: each blocked read has read the latest write, and no wait has a limit.
  case stuck
  /// At least one thread failed; `thread` is the lowest-numbered one. The other threads continued
  /// until they finished or were blocked.
  case failed(thread: Int, code: UInt)
  /// A blocked thread has not read the latest write, or is blocked in a loop that may end by itself. The graph is not an
  /// execution, and is visited only for its revisits.
  case discarded
}

/// A defect of an execution, and the two events concerned.
package enum Finding: Equatable, Sendable {
  /// A data race: two accesses to one location, at least one a write and at least one plain, neither of which happens
  /// before the other.
  case race(EventID, EventID)
  /// An access to a location after a `free` that happens before it.
  case useAfterFree(free: EventID, access: EventID)

  package var events: [EventID] {
    switch self {
    case .race(let a, let b): [a, b]
    case .useAfterFree(let free, let access): [free, access]
    }
  }
}
