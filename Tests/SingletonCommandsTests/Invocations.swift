import SingletonCommands
import SingletonCore
import SingletonLessons
import SingletonPlatform
import SingletonStrategyKit
import SingletonStressEngine
import TestSupport

/// An output that keeps the text written to it.
final class RecordedOutput: TextOutput {
  var text = ""
  var isTerminal = false
  let columns: Int

  init(columns: Int = 80) { self.columns = columns }

  func requireWritable() {}
  func write(_ text: String) { self.text += text }
}

/// An input of given lines.
final class TypedInput: TextInput {
  var lines: [String]
  let isTerminal: Bool

  init(_ lines: String..., isTerminal: Bool = true) {
    self.lines = lines
    self.isTerminal = isTerminal
  }

  func line() -> String? { lines.isEmpty ? nil : lines.removeFirst() }
}

/// The exit code and the output of one invocation.
struct InvocationResult {
  let code: ExitCode
  let output: String
  let messages: String
}

/// Runs the program in this process, by default on the fake catalog and course. A report is discarded if it has no path.
func invoke(
  _ arguments: [String], name: String = "singleton-bench", catalog: Catalog = .fake, course: Course = .fake,
  environment: [String: String] = [:],
  input: TypedInput = TypedInput(isTerminal: false), outputIsTerminal: Bool = false,
  host: HostInfo = .twoCores, conditions: SystemConditions = SystemConditions(),
  engine: @escaping RunEngine = { try FakeEngine().execute($0, $1, $2, $3, $4) }
) -> InvocationResult {
  // Messages are not broken into lines here, so that tests find what they say.
  let (output, messages) = (RecordedOutput(), RecordedOutput(columns: .max))
  output.isTerminal = outputIsTerminal
  let console = Console(output: output, messages: messages, input: input) { environment[$0] }
  let tool = CommandLineTool(
    name: name, version: name == "singleton-bench" ? CommandLineTool.harnessVersion : nil, catalog: catalog,
    course: course, console: console, engine: engine, host: { host }, conditions: { conditions })
  let folder = try? TemporaryFolder()
  let code = tool.main(arguments: folder.map { withReport(arguments, at: $0("report.csv")) } ?? arguments)
  return InvocationResult(code: ExitCode(rawValue: code)!, output: output.text, messages: messages.text)
}

/// Returns the arguments with a path for the report: without `--csv` a run would leave one in the working directory.
private func withReport(_ arguments: [String], at path: String) -> [String] {
  let first = arguments.first ?? "run"
  let isRun = first == "run" || (first.hasPrefix("-") && !["-h", "--help", "--version"].contains(first))
  guard isRun && !arguments.contains("--csv") else { return arguments }
  return ["run", "--csv", path] + arguments.drop { $0 == "run" }
}

extension HostInfo {
  static let oneCore = machine(cores: 1)
  static let twoCores = machine(cores: 2)

  static func machine(cores: Int = 2, build: String = "", sanitizer: String = "") -> HostInfo {
    HostInfo(os: "", arch: "", cpuModel: "", cores: cores, swiftVersion: "", build: build, sanitizer: sanitizer)
  }
}

/// An engine that runs no thread: each row ends at once with a given grade.
struct FakeEngine {
  var grade: (RowKey) -> Grade? = {
    $0.scenario == "copy" || $0.strategy == "unsynchronized-lazy" ? .reproduced : .passed
  }
  var status = RowStatus.ok
  var samples: [TimingSample] = []
  /// The trials of each row, or `nil` if nothing is measured.
  var trials: UInt64?

  func execute(
    _ plan: Plan, _ settings: RunSettings, _ run: RunMetadata, _ host: HostInfo,
    _ listener: (StressEvent) throws -> Void
  ) throws {
    for (index, row) in plan.rows.enumerated() {
      try listener(.rowStarted(row.key, number: index + 1, count: plan.rows.count, time: settings.row.time))
      let result = StressRow(
        key: row.key, run: run, host: host, seed: settings.seed, status: status,
        expected: row.entry.info.expectation(in: row.scenario)!, measured: measured,
        grade: grade(row.key))
      try listener(.rowFinished(result, samples: samples))
    }
  }

  private var measured: Measurements? {
    trials.map { trials in
      var measured = Measurements()
      measured.tally[.trials] = trials
      return measured
    }
  }
}

func invoke(_ arguments: String...) -> InvocationResult { invoke(arguments) }
