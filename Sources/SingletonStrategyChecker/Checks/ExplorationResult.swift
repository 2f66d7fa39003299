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

  /// The least and the greatest number of complete executions that there probably are, if a limit has ended the search;
  /// `nil` if it is too early to say.
  package var size: ClosedRange<UInt64>?

  package init() {}

  package var found: Set<Defect> { Set(schedules.keys) }
}
