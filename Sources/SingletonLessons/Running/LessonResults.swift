import SingletonCore

/// The results of a lesson's experiments so far.
struct LessonResults: Sendable {
  private var rows: [StressRow] = []
  private var checks: [CheckRow] = []
  private var programs: [String: LitmusResult] = [:]

  mutating func note(_ rows: [StressRow]) { self.rows += rows }
  mutating func note(_ row: CheckRow) { checks.append(row) }
  mutating func note(_ result: LitmusResult, of program: String) { programs[program] = result }

  /// Whether a run was interrupted.
  var isInterrupted: Bool { rows.isInterrupted }

  /// Returns the rows of a strategy, one for each number of threads.
  func runs(of strategy: String, in scenario: Scenario) -> [StressRow] {
    rows.filter { $0.key.strategy == strategy && $0.key.scenario == scenario.id }
  }

  func run(of strategy: String, threads: Int) -> StressRow? {
    rows.first { $0.key.strategy == strategy && $0.key.threads == threads }
  }

  func result(of program: String) -> LitmusResult? { programs[program] }

  /// Returns the latest check of a strategy.
  func check(of strategy: String, in scenario: Scenario) -> CheckRow? {
    checks.last { $0.strategy == strategy && $0.scenario == scenario.id }
  }
}
