import Foundation
import TestSupport

/// Runs programs in a temporary folder.
struct CommandRunner {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func start(
    _ program: Program, _ arguments: [String], environment: [String: String] = [:],
    output: RunningProcess.Output = .file
  ) throws -> RunningProcess {
    try RunningProcess(program.path, arguments, in: folder, environment: environment, output: output)
  }

  func run(
    _ program: Program, _ arguments: String..., environment: [String: String] = [:],
    output: RunningProcess.Output = .file
  ) throws -> ProcessResult {
    try start(program, arguments, environment: environment, output: output).wait()
  }

  /// Starts a program through a shell script, which gets its path as `$0` and the arguments as `$@`.
  func start(_ program: Program, _ arguments: [String], script: String) throws -> RunningProcess {
    try RunningProcess("/bin/sh", ["-c", script, program.path] + arguments, in: folder)
  }

  func report(_ name: String = Program.singletonBench.report) throws -> ParsedReport {
    try ParsedReport(folder.text(of: name))
  }

  /// Returns the text of a real report. Where it is only read, a suite makes it once for all of its tests.
  static func textOfReport(_ arguments: [String]) throws -> String {
    let runner = try CommandRunner()
    let result = try runner.start(.singletonBench, arguments + ["--csv", "report.csv"]).wait()
    // A row that did not show its known defect makes a run too weak, but not its report.
    guard result.end == .exit(0) || result.end == .exit(3) else { throw NoReport(result: result) }
    return try runner.folder.text(of: "report.csv")
  }

  struct NoReport: Error { let result: ProcessResult }

  /// Returns the number of rows that a run has finished so far.
  func finishedRows(_ report: String) -> Int {
    ((try? folder.text(of: report + ".partial")) ?? "").split(separator: "\n").dropFirst().count
  }
}
