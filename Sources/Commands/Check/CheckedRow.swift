import Core
import ModelChecker
import StrategyChecker
import TextFormats

/// One row of a check, which is explored, graded, and given its counterexample.
struct CheckedRow: Sendable {
  private let check: StrategyCheck
  private let request: CheckRequest

  init(_ check: StrategyCheck, _ request: CheckRequest) {
    self.check = check
    self.request = request
  }

  func row() throws -> CheckRow {
    var row = CheckRow(check)
    do {
      guard let result = try check.run(limits: request.limits) else {
        row.remark = "implemented by the language runtime, which has no source to run in a model"
        return row
      }
      let breach = check.mainFinding(in: result)
      row.verdict = breach != nil ? .refuted : result.isComplete ? .proved : .limit
      row.executions = result.executions
      row.found = result.found
      row.grade = check.grade(result)
      if let breach {
        row.strongestModel = try check.strongestModel(showing: breach, limits: request.limits)
        row.counterexample = check.counterexample(breach, in: result)
      }
      if result.isLimited {
        row.remark = "\(HumanFormat.counted(result.executions, "execution")) explored, and there are more"
      }
      return row
    } catch {
      throw CommandError(check, error)
    }
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

extension CheckRow {
  /// Creates the row of a check that has not run yet.
  init(_ check: StrategyCheck) {
    self.init(
      strategy: check.entry.info.id, scenario: check.scenario, threads: check.threads, model: check.model,
      expected: check.expectation)
  }
}
