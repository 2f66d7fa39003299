package import SingletonCore
package import SingletonModelChecker

package struct ExplorationResult: Sendable {
  /// For each finding, the schedule of the easiest execution to follow.
  package var schedules: [Defect: Schedule] = [:]
  /// The number of complete executions visited.
  package var executions: UInt64 = 0
  /// Whether all executions were visited.
  package var isComplete = false
  /// Whether a limit has ended the exploration.
  package var isLimited = false
  /// Whether a thread has waited with a time limit.
  package var hasTimedWaits = false

  package init() {}

  package var found: Set<Defect> { Set(schedules.keys) }
}
