import MemoryModels

/// What the checker says of one strategy in one scenario with this many threads, under one memory model.
package struct CheckRow: Sendable {
  package var strategy = ""
  package var scenario = ""
  package var threads = 0
  package var model = MemoryModel.rc11
  package var verdict = CheckVerdict.notModeled
  /// Everything that some execution shows.
  package var found: Set<Defect> = []
  /// Complete executions that were visited, or `nil` if nothing is modeled.
  package var executions: UInt64?
  package var expected = Expectation.sound
  /// `nil` if a limit left it open, or nothing is modeled.
  package var grade: Grade?
  /// The strongest model that shows the counterexample's finding, or `nil` without one, or if a limit left it open.
  package var strongestModel: MemoryModel?
  package var counterexample: Counterexample?
  /// Why it is not modeled, or which limit stopped it.
  package var remark: String?

  package init() {}

  package init(strategy: String, scenario: Scenario, threads: Int, model: MemoryModel, expected: Expectation) {
    self.strategy = strategy
    self.scenario = scenario.id
    self.threads = threads
    self.model = model
    self.expected = expected
  }

  /// `mutex, first-access, 2 threads, rc11`
  package var words: String {
    "\(strategy), \(scenario), \(threads) \(threads == 1 ? "thread" : "threads"), \(model.rawValue)"
  }
}
