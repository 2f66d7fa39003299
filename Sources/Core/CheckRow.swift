import MemoryModels

/// The result of checking one strategy in one scenario with a number of threads under one memory model.
package struct CheckRow: Sendable {
  package var strategy = ""
  package var scenario = ""
  package var threads = 0
  package var model = MemoryModel.rc11
  package var verdict = CheckVerdict.notModeled
  /// The defects that any execution shows.
  package var found: Set<Defect> = []
  /// The number of complete executions visited, or `nil` if nothing is modeled.
  package var executions: UInt64?
  package var expected = Expectation.sound
  /// The grade, or `nil` if a limit left it open or nothing is modeled.
  package var grade: Grade?
  /// The strongest model that shows the counterexample's finding, or `nil` without one or if a limit left it open.
  package var strongestModel: MemoryModel?
  package var counterexample: Counterexample?
  /// The reason that the strategy is not modeled, or the limit that stopped the search.
  package var remark: String?

  package init() {}

  package init(strategy: String, scenario: Scenario, threads: Int, model: MemoryModel, expected: Expectation) {
    self.strategy = strategy
    self.scenario = scenario.id
    self.threads = threads
    self.model = model
    self.expected = expected
  }

  /// The row in words, such as `mutex, first-access, 2 threads, rc11`.
  package var words: String {
    "\(strategy), \(scenario), \(threads) \(threads == 1 ? "thread" : "threads"), \(model.rawValue)"
  }
}
