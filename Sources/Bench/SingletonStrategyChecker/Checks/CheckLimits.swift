/// The limits at which a check ends: a number of executions, a time, or an interruption. They are tested after every
/// run.
package struct CheckLimits: Sendable {
  /// The maximum number of executions, including blocked and symmetric ones; `nil` for no limit.
  package var executions: UInt64?
  /// The time at which the check ends, in monotonic nanoseconds; `nil` for no time limit.
  package var deadline: UInt64?
  private let now: @Sendable () -> UInt64
  package var isInterrupted: @Sendable () -> Bool = { false }

  package init(executions: UInt64? = nil, deadline: UInt64? = nil, now: @escaping @Sendable () -> UInt64 = { 0 }) {
    self.executions = executions
    self.deadline = deadline
    self.now = now
  }

  /// - Parameter runs: The number of executions so far, including blocked and symmetric ones.
  package func isReached(runs: UInt64) -> Bool {
    if let executions, runs >= executions { return true }
    return isInterrupted() || (deadline.map { now() >= $0 } ?? false)
  }
}
