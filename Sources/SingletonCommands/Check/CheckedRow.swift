import SingletonCore
import SingletonModelChecker
import SingletonStrategyChecker

extension StrategyCheck {
  /// Runs the check, as ``row(limits:)`` does.
  ///
  /// - Throws: The error that the command reports for a strategy that the checker cannot explore.
  func checkedRow(limits: CheckLimits = CheckLimits()) throws(CommandError) -> CheckRow {
    do { return try row(limits: limits) } catch { throw CommandError(self, error) }
  }
}

extension CommandError {
  /// The error of a strategy that the checker cannot explore.
  init(_ check: StrategyCheck, _ error: ExplorationError) {
    let (problem, expected) = check.failure(error)
    self.init(
      code: error.isOfSystem ? .systemRefused : .unreadableInput, problem: "check: " + problem, expected: expected)
  }
}
