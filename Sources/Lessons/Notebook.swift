import Outcomes

/// What the experiments of one lesson have brought so far.
struct Notebook: Sendable {
  private var races: [StressRow] = []
  private var checks: [CheckRow] = []
  private var programs: [String: LitmusCounts] = [:]

  mutating func note(_ rows: [StressRow]) { races += rows }
  mutating func note(_ row: CheckRow) { checks.append(row) }
  mutating func note(_ counts: LitmusCounts, of program: String) { programs[program] = counts }

  /// Somebody has stopped the race.
  var isInterrupted: Bool { races.contains { $0.status == .interrupted } }

  /// One for each number of threads.
  func races(of strategy: String, in scenario: Scenario) -> [StressRow] {
    races.filter { $0.key.strategy == strategy && $0.key.scenario == scenario }
  }

  func race(of strategy: String, threads: Int) -> StressRow? {
    races.first { $0.key.strategy == strategy && $0.key.threads == threads }
  }

  func counts(of program: String) -> LitmusCounts? { programs[program] }

  /// The newest.
  func check(of strategy: String, in scenario: Scenario) -> CheckRow? {
    checks.last { $0.strategy == strategy && $0.scenario == scenario }
  }
}
