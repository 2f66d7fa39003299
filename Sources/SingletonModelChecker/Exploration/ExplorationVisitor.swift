/// A visitor that receives the findings and runs of an exploration, and can stop it.
package protocol ExplorationVisitor: AnyObject {
  /// Called if the exploration begins again, because what it has taken for a symmetry of the program is none. The findings
  /// so far are valid, but every run is visited again.
  func startedOver()

  /// Called for each finding, with the execution up to that point. The same two events may be reported again in other
  /// executions.
  ///
  /// - Returns: Whether to continue.
  func found(_ finding: Finding, in graph: ExecutionGraph) -> Bool

  /// Called at the end of every run, including those that are not executions, so that a visitor can check its limits
  /// often.
  ///
  /// - Returns: Whether to continue.
  func ended(_ ending: Ending, in graph: ExecutionGraph) -> Bool
}
