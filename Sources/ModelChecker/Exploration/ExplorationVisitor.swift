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
