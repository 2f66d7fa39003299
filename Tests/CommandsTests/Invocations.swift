import Commands
import Outcomes
import Strategies
import StressEngine

/// Keeps what was written to it.
final class RecordedOutput: TextOutput {
  var text = ""
  var isTerminal = false
  let columns = 80

  func write(_ text: String) { self.text += text }
}

/// What one call of the program did.
struct Answer {
  let code: ExitCode
  let output: String
  let messages: String
}

/// Runs the program in this process, on the fake catalogue.
func answer(
  _ arguments: [String], catalog: Catalog = .fake, environment: [String: String] = [:],
  host: HostFacts = .twoCores, engine: @escaping RunEngine = { try FakeEngine().execute($0, $1, $2, $3, $4) }
) -> Answer {
  let (output, messages) = (RecordedOutput(), RecordedOutput())
  let console = Console(output: output, messages: messages) { environment[$0] }
  let tool = CommandLineTool(catalog: catalog, console: console, engine: engine) { host }
  let code = tool.main(arguments: arguments)
  return Answer(code: ExitCode(rawValue: code)!, output: output.text, messages: messages.text)
}

extension HostFacts {
  static let oneCore = machine(cores: 1)
  static let twoCores = machine(cores: 2)

  private static func machine(cores: Int) -> HostFacts {
    HostFacts(os: "", arch: "", cpuModel: "", cores: cores, swiftVersion: "", build: "", sanitizer: "")
  }
}

/// Runs no thread: each row ends at once, with the grade it is told.
struct FakeEngine {
  var grade: (RowKey) -> Grade? = { $0.scenario == .copy || $0.strategy == "unsynchronized-lazy" ? .shown : .held }
  var status = RowStatus.ok

  func execute(
    _ plan: Plan, _ settings: RunSettings, _ run: RunFacts, _ host: HostFacts, _ listener: (StressEvent) throws -> Void
  ) throws {
    for (index, row) in plan.rows.enumerated() {
      try listener(.rowStarted(row.key, number: index + 1, count: plan.rows.count))
      let result = StressRow(
        key: row.key, run: run, host: host, seed: settings.seed, status: status,
        expected: row.entry.card.expectation(in: row.key.scenario)!, grade: grade(row.key))
      try listener(.rowFinished(result, samples: []))
    }
  }
}

func answer(_ arguments: String...) -> Answer { answer(arguments) }
