import Core
import ModelChecker
import StrategyChecker

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
    self.init(
      code: .unreadableInput,
      problem: "check: \(CheckRow(check).words) cannot be explored\(error.place.map { ", \($0)" } ?? ""): \(error)",
      expected: "a strategy that is deterministic and terminates")
  }
}
