import SingletonModelChecker

/// The limits of a check, by the number of executions, by time, and by an interruption. They are checked after every run.
package struct CheckLimits: Sendable {
  /// The most executions, including those that turn out to be blocked, or to be counted already; `nil` for no limit.
  package var executions: UInt64?
  /// The time at which the check ends, in monotonic nanoseconds; `nil` for no time limit.
  package var deadline: UInt64?
  private let now: @Sendable () -> UInt64
  /// Returns whether the check was interrupted.
  package var isInterrupted: @Sendable () -> Bool = { false }

  package init(executions: UInt64? = nil, deadline: UInt64? = nil, now: @escaping @Sendable () -> UInt64 = { 0 }) {
    self.executions = executions
    self.deadline = deadline
    self.now = now
  }

  /// - Parameter runs: The number of executions so far, of whatever kind.
  package func isReached(runs: UInt64) -> Bool {
    if let executions, runs >= executions { return true }
    return isInterrupted() || (deadline.map { now() >= $0 } ?? false)
  }
}
