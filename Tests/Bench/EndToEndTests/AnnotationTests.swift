import Foundation
import TestSupport
import Testing

@Suite struct `What CI systems are told` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  @Test func `a broken promise is an error annotation, and a silent defect a warning`() throws {
    let result = try runner.run(
      .faultyBench, "--strategy", "wrong-expectation", "--strategy", "silent-defect", "--trials", "200", "--annotate")
    #expect(result.end == .exit(1))
    let lines = result.messages.split(separator: "\n").filter { $0.hasPrefix("::") }
    #expect(lines.count == 2)
    #expect(
      lines.contains {
        $0.hasPrefix("::error title=faulty-bench%3A forbidden outcome%3A more than one instance")
          && $0.contains("::wrong-expectation, first-access, 2 threads: ")
          && $0.contains("%0Anext:   faulty-bench run --strategy wrong-expectation")
      })
    #expect(lines.contains { $0.hasPrefix("::warning title=faulty-bench%3A known defect not reproduced%3A ") })
  }

  /// Runs the script for CI systems with a tool and these options.
  private func report(_ options: [String], environment: [String: String] = [:]) throws -> ProcessResult {
    let script = Repository.root.appending(path: "scripts/ci-report").path
    return try RunningProcess(
      "/usr/bin/env", ["bash", script, Program.faultyBench.path] + options, in: runner.folder,
      environment: environment
    ).wait()
  }

  @Test func `ci-report runs, and compares with a baseline if there is one`() throws {
    let sound = ["--strategy", "sound", "--trials", "50", "--threads", "2"]
    let first = try report(sound)
    #expect(first.end == .exit(0), "\(first.messages)")
    #expect(first.messages.contains("baseline.csv does not exist, so nothing is compared"))
    try runner.folder.write(runner.folder.text(of: "ci-report/report.csv"), to: "baseline.csv")
    #expect(try report(sound).end == .exit(0))
    #expect(try runner.folder.text(of: "ci-report/summary.md").contains("## faulty-bench compare"))
    // With a gate, and one replicate, nothing can be judged.
    #expect(try report(sound + ["--", "--gate-time", "25"]).end == .exit(5))
  }

  @Test func `ci-report has the more severe exit code, and annotates on GitHub`() throws {
    let wrong = try report(
      ["--strategy", "wrong-expectation", "--trials", "200"], environment: ["GITHUB_ACTIONS": "true"])
    #expect(wrong.end == .exit(1) && wrong.messages.contains("::error title="))
    #expect(try report(["--no-such-option"]).end == .exit(64))
  }
}
