import Commands
import Lessons
import Outcomes
import Strategies
import StressEngine
import TestSupport

/// Keeps what was written to it.
final class RecordedOutput: TextOutput {
  var text = ""
  var isTerminal = false
  let columns = 80

  func requireWritable() {}
  func write(_ text: String) { self.text += text }
}

/// Somebody who types these lines, one after the other, and then nothing more.
final class TypedInput: TextInput {
  var lines: [String]
  let isTerminal: Bool

  init(_ lines: String..., isTerminal: Bool = true) {
    self.lines = lines
    self.isTerminal = isTerminal
  }

  func line() -> String? { lines.isEmpty ? nil : lines.removeFirst() }
}

/// What one call of the program did.
struct Answer {
  let code: ExitCode
  let output: String
  let messages: String
}

/// Runs the program in this process, on the fake catalogue. A report that the arguments give no path is not kept.
func answer(
  _ arguments: [String], catalog: Catalog = .fake, environment: [String: String] = [:],
  input: TypedInput = TypedInput(isTerminal: false), outputIsTerminal: Bool = false,
  host: HostFacts = .twoCores, circumstances: Circumstances = Circumstances(),
  engine: @escaping RunEngine = { try FakeEngine().execute($0, $1, $2, $3, $4) }
) -> Answer {
  let (output, messages) = (RecordedOutput(), RecordedOutput())
  output.isTerminal = outputIsTerminal
  let console = Console(output: output, messages: messages, input: input) { environment[$0] }
  let tool = CommandLineTool(
    catalog: catalog, course: .fake, console: console, engine: engine, host: { host }, circumstances: { circumstances })
  let folder = try? TemporaryFolder()
  let code = tool.main(arguments: folder.map { withReport(arguments, at: $0("report.csv")) } ?? arguments)
  return Answer(code: ExitCode(rawValue: code)!, output: output.text, messages: messages.text)
}

/// Without `--csv` a run would leave its report in the folder where the tests are started.
private func withReport(_ arguments: [String], at path: String) -> [String] {
  let first = arguments.first ?? "run"
  let isRun = first == "run" || (first.hasPrefix("-") && !["-h", "--help", "--version"].contains(first))
  guard isRun && !arguments.contains("--csv") else { return arguments }
  return ["run", "--csv", path] + arguments.drop { $0 == "run" }
}

extension HostFacts {
  static let oneCore = machine(cores: 1)
  static let twoCores = machine(cores: 2)

  static func machine(cores: Int = 2, build: String = "", sanitizer: String = "") -> HostFacts {
    HostFacts(os: "", arch: "", cpuModel: "", cores: cores, swiftVersion: "", build: build, sanitizer: sanitizer)
  }
}

/// Runs no thread: each row ends at once, with the grade it is told.
struct FakeEngine {
  var grade: (RowKey) -> Grade? = { $0.scenario == .copy || $0.strategy == "unsynchronized-lazy" ? .shown : .held }
  var status = RowStatus.ok
  var samples: [TimingSample] = []

  func execute(
    _ plan: Plan, _ settings: RunSettings, _ run: RunFacts, _ host: HostFacts, _ listener: (StressEvent) throws -> Void
  ) throws {
    for (index, row) in plan.rows.enumerated() {
      try listener(.rowStarted(row.key, number: index + 1, count: plan.rows.count))
      let result = StressRow(
        key: row.key, run: run, host: host, seed: settings.seed, status: status,
        expected: row.entry.card.expectation(in: row.key.scenario)!, grade: grade(row.key))
      try listener(.rowFinished(result, samples: samples))
    }
  }
}

func answer(_ arguments: String...) -> Answer { answer(arguments) }
