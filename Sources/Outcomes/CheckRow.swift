/// What the checker says of one strategy in one scenario with so many threads, under one memory model.
package struct CheckRow: Sendable {
  package let strategy: String
  package let scenario: Scenario
  package let threads: Int
  package let model: ModelName
  package let verdict: CheckVerdict
  /// Complete executions that were visited.
  package let executions: UInt64
  /// Everything that some execution shows.
  package let found: Set<CheckFinding>
  package let expected: Expectation
  /// nil where a limit left it open, or nothing is modelled.
  package let grade: Grade?
  /// The strongest model that shows the counterexample's finding; nil without one, or where a limit left it open.
  package let weakestModel: ModelName?
  package let counterexample: Counterexample?
  /// Why it is not modelled, or which limit stopped it.
  package let remark: String?

  package init(
    strategy: String, scenario: Scenario, threads: Int, model: ModelName, verdict: CheckVerdict,
    executions: UInt64 = 0, found: Set<CheckFinding> = [], expected: Expectation, grade: Grade? = nil,
    weakestModel: ModelName? = nil, counterexample: Counterexample? = nil, remark: String? = nil
  ) {
    self.strategy = strategy
    self.scenario = scenario
    self.threads = threads
    self.model = model
    self.verdict = verdict
    self.executions = executions
    self.found = found
    self.expected = expected
    self.grade = grade
    self.weakestModel = weakestModel
    self.counterexample = counterexample
    self.remark = remark
  }
}

package enum CheckVerdict: String, CaseIterable, Sendable {
  /// The promise holds in every consistent execution.
  case proved
  /// Some execution breaks it.
  case refuted
  /// Stopped before all executions were seen, with none that breaks it among those that were.
  case limit
  case notModelled = "not-modelled"
}
