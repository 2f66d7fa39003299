package import SingletonCommands
package import SingletonCore
package import SingletonCourse
import SingletonPlatform
package import SingletonStrategyKit
package import SingletonStressEngine
import TestSupport

/// An output that keeps the text written to it.
package final class RecordedOutput: TextOutput {
  package var text = ""
  package var isTerminal = false
  package let columns: Int

  package init(columns: Int = 80) { self.columns = columns }

  package func requireWritable() {}
  package func write(_ text: String) { self.text += text }
}

/// An input of given lines.
package final class TypedInput: TextInput {
  package var lines: [String]
  package let isTerminal: Bool

  package init(_ lines: String..., isTerminal: Bool = true) {
    self.lines = lines
    self.isTerminal = isTerminal
  }

  package func line() -> String? { lines.isEmpty ? nil : lines.removeFirst() }
}

/// The exit code and the output of one invocation.
package struct InvocationResult {
  package let code: ExitCode
  package let output: String
  package let messages: String
}

/// Runs the program in this process, by default on the fake catalog and course. A report is discarded if it has no path.
package func invoke(
  _ arguments: [String], name: String = "singleton-bench", catalog: Catalog = .fake, course: Course = .fake,
  environment: [String: String] = [:],
  input: TypedInput = TypedInput(isTerminal: false), outputIsTerminal: Bool = false,
  host: HostInfo = .twoCores, conditions: SystemConditions = SystemConditions(),
  engine: @escaping RunEngine = { try FakeEngine().execute($0, $1, $2) }
) -> InvocationResult {
  // Messages are not broken into lines here, so that tests find what they say.
  let (output, messages) = (RecordedOutput(), RecordedOutput(columns: .max))
  output.isTerminal = outputIsTerminal
  let console = Console(output: output, messages: messages, input: input) { environment[$0] }
  let tool = CommandLineTool(
    name: name, version: name == "singleton-bench" ? CommandLineTool.harnessVersion : nil, catalog: catalog,
    adding: course.lessons.isEmpty ? [] : [.course(course)], console: console, engine: engine,
    host: { host }, conditions: { conditions })
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
  package static let oneCore = machine(cores: 1)
  package static let twoCores = machine(cores: 2)

  package static func machine(cores: Int = 2, build: String = "", sanitizer: String = "") -> HostInfo {
    HostInfo(os: "", arch: "", cpuModel: "", cores: cores, swiftVersion: "", build: build, sanitizer: sanitizer)
  }
}

/// An engine that runs no thread: each row ends at once with a given grade.
package struct FakeEngine {
  package static func usualGrade(of row: RowKey) -> Grade? {
    row.scenario == "copy" || row.strategy == "unsynchronized-lazy" ? .reproduced : .passed
  }

  private let grade: (RowKey) -> Grade?
  private let status: RowStatus
  private let samples: [TimingSample]
  private let trials: UInt64?

  /// - Parameter trials: The trials of each row, or `nil` if nothing is measured.
  package init(
    grade: @escaping (RowKey) -> Grade? = usualGrade(of:), status: RowStatus = .ok, samples: [TimingSample] = [],
    trials: UInt64? = nil
  ) {
    self.grade = grade
    self.status = status
    self.samples = samples
    self.trials = trials
  }

  package func execute(
    _ stress: StressRun, _ run: RunMetadata, _ listener: (StressEvent) throws -> Void
  ) throws {
    let plan = stress.plan
    for (index, row) in plan.rows.enumerated() {
      try listener(.rowStarted(row.key, number: index + 1, count: plan.rows.count, time: plan.settings.time))
      let result = StressRow(
        key: row.key, run: run, host: stress.host, seed: plan.seed, status: status,
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

package func invoke(_ arguments: String...) -> InvocationResult { invoke(arguments) }
