/// An error thrown if a schedule cannot be replayed.
package enum ReplayError: Error {
  /// The program no longer follows the schedule. The number of the step counts from 1.
  case differs(step: Int)
  /// The program cannot run.
  case obstacle(ExplorationError)
}
