import Outcomes
import Reports

/// Where the rows of a run go: the report, the samples, and what standard output gets.
struct RunOutput {
  private let request: RunRequest
  private let console: Console

  /// Opens what is to be written; what cannot be, is exit code 73 before anything runs.
  init(_ request: RunRequest, console: Console) throws {
    self.request = request
    self.console = console
  }

  mutating func rowFinished(_ row: StressRow, samples: [TimingSample]) throws {
    console.say(CSV.line(of: row))
    let key = row.key
    let grade = row.grade?.rawValue ?? "\(row.status)"
    try request.tableOutput(of: console)?.write(
      "\(key.strategy), \(key.scenario.rawValue), \(key.threads) threads: \(grade)\n")
  }

  /// - Parameter rows: all of the plan, in the report's order.
  mutating func finish(_ rows: [StressRow], interrupted: Bool) throws {
  }
}
