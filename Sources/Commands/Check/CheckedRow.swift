import ModelChecker
import Outcomes
import Strategies

/// One row of a check: explored, graded, and told.
struct CheckedRow: Sendable {
  private let check: StrategyCheck
  private let request: CheckRequest

  init(_ entry: CatalogEntry, _ scenario: Scenario, _ threads: Int, _ request: CheckRequest) {
    check = StrategyCheck(entry, scenario, threads: threads, model: request.model)
    self.request = request
  }

  func row() throws -> CheckRow {
    do {
      guard let result = try check.run(limits: request.limits) else {
        return row(.notModelled, remark: "the language's runtime is the strategy, and has no source to run in a model")
      }
      return try row(of: result)
    } catch {
      throw CommandError(
        code: .unreadableInput,
        problem:
          "check: \(check.entry.card.id), \(check.scenario.rawValue), \(check.threads) threads cannot be explored: \(error)",
        expected: "a strategy that does the same whenever it gets the same values, and comes to an end")
    }
  }

  private func row(of result: StrategyCheck.Result) throws -> CheckRow {
    let breach = check.mainFinding(in: result)
    let grade = check.grade(result)
    let verdict: CheckVerdict = breach != nil ? .refuted : result.isComplete ? .proved : .limit
    return row(
      verdict, result, grade: grade,
      weakest: try breach.flatMap { try check.strongestModel(showing: $0, limits: request.limits) },
      counterexample: breach.flatMap { check.counterexample($0, in: result) },
      remark: result.isLimited ? "\(result.executions.grouped) executions were seen, and there are more" : nil)
  }

  private func row(
    _ verdict: CheckVerdict, _ result: StrategyCheck.Result? = nil, grade: Grade? = nil, weakest: ModelName? = nil,
    counterexample: Counterexample? = nil, remark: String? = nil
  ) -> CheckRow {
    CheckRow(
      strategy: check.entry.card.id, scenario: check.scenario, threads: check.threads, model: check.model,
      verdict: verdict, executions: result?.executions ?? 0, found: result?.found ?? [],
      expected: check.expectation, grade: grade, weakestModel: weakest, counterexample: counterexample, remark: remark)
  }
}

extension UInt64 {
  fileprivate var grouped: String { Int(clamping: self).grouped }
}
