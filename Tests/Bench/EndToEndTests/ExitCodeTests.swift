import Foundation
import TestSupport
import Testing

/// The exit codes of `run`, `list`, `explain` and `completions`. Code 130 and output errors have suites of their own.
@Suite struct `Exit codes` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  @Test(arguments: [
    ["list"], ["list", "--format", "json"], ["explain", "once-token"], ["completions", "bash"],
    ["completions", "zsh"], ["completions", "fish"], ["--help"], ["--version"], ["run", "--help"],
  ]) func `a command that prints gives exit code 0, and prints to standard output only`(arguments: [String]) throws {
    let result = try runner.start(.singletonBench, arguments).wait()
    #expect(result.end == .exit(0))
    #expect(!result.output.isEmpty)
    #expect(result.messages.isEmpty)
    #expect(try runner.folder.names.isEmpty)
  }

  @Test func `a run as declared gives exit code 0`() throws {
    let result = try runner.run(
      .singletonBench, "--form", "harness", "--strategy", "mutex", "--scenario", "mixed-construction", "--scenario",
      "first-access",
      "--threads", "2", "--time", "300ms", "--initializer-cost", "sleep:100us")
    #expect(result.end == .exit(0), "\(result.output)")
    #expect(try runner.report()["grade"] == ["passed", "reproduced"])
  }

  @Test func `a broken promise gives exit code 1`() throws {
    let result = try runner.run(.faultyBench, "--strategy", "wrong-expectation", "--time", "100ms")
    #expect(result.end == .exit(1))
    #expect(result.output.contains("forbidden outcome: more than one instance"))
    #expect(try runner.report(Program.faultyBench.report)["grade"] == ["failed"])
  }

  @Test func `a known defect that is not reproduced gives exit code 3`() throws {
    let result = try runner.run(.faultyBench, "--strategy", "silent-defect", "--trials", "1000")
    #expect(result.end == .exit(3))
    #expect(result.output.contains("known defect not reproduced: more than one instance\n"))
    #expect(try runner.report(Program.faultyBench.report)["grade"] == ["not-reproduced"])
  }

  /// Runs a strategy whose defect the first process does not show.
  private func runLateDefect(_ arguments: [String] = ["--time", "10ms"]) throws -> ProcessResult {
    try runner.start(
      .faultyBench, ["--strategy", "late-defect", "--seed", "1"] + arguments,
      environment: ["FAULTY_BENCH_MARK": runner.folder("mark")]
    ).wait()
  }

  @Test func `a defect that is not reproduced in time is reproduced by a fresh process when the plan is done`() throws {
    let result = try runLateDefect()
    #expect(result.end == .exit(0))
    #expect(
      result.unfoldedMessages.contains(
        "note: 1 row continues until its rare known defect shows, for at most 60s in all (--until-shown)"))
    let report = try runner.report(Program.faultyBench.report)
    #expect(report["grade"] == ["reproduced"])
    #expect(try #require(Int(report["violating_trials"][0])) < #require(Int(report["trials"][0])))
  }

  @Test(arguments: [["--time", "10ms", "--until-shown", "0"], ["--trials", "100"]])
  func `a silent row does not go on if it may not`(arguments: [String]) throws {
    let result = try runLateDefect(arguments)
    #expect(result.end == .exit(3) && !result.messages.contains("note:"))
  }

  @Test func `a silent row does not go on for longer than was asked for`() throws {
    let result = try runner.run(
      .faultyBench, "--strategy", "silent-defect", "--time", "10ms", "--until-shown", "300ms")
    #expect(result.end == .exit(3))
    #expect(result.unfoldedMessages.contains("known defect shows, for at most 300ms in all"))
    let report = try runner.report(Program.faultyBench.report)
    let (processor, threads) = (try #require(Double(report["cpu_ms"][0])), try #require(Double(report["threads"][0])))
    // The processor time of counting, which other processes do not lengthen: 100 ms at most before it goes on, 300 ms
    // after that, and 100 ms for what the threads do until they see that the time is over.
    #expect(processor <= threads * 500)
  }

  @Test func `a broken promise is more severe than a defect that is not reproduced`() throws {
    let result = try runner.run(
      .faultyBench, "--strategy", "[sw]*", "--strategy", "spin*", "--timeout", "1s", "--until-shown", "0")
    #expect(result.end == .exit(1))
    #expect(try runner.report(Program.faultyBench.report)["grade"] == ["passed", "failed", "not-reproduced", "failed"])
  }

  @Test func `a system without descriptors for children gives exit code 71 with the reason`() throws {
    let script = #"ulimit -n 10; exec "$0" "$@""#
    let process = try runner.start(.singletonBench, ["--strategy", "mutex", "--csv", "-"], script: script)
    let result = try process.wait()
    #expect(result.end == .exit(71))
    #expect(result.messages.contains("the rows cannot run: watching for signals failed"))
    #expect(try runner.folder.names.isEmpty)
  }

  @Test(arguments: [[], ["mode=row"], ["mode=row", "strategy=none"]])
  func `a child with malformed arguments gives exit code 70`(arguments: [String]) throws {
    #expect(try runner.start(.singletonBench, ["__child"] + arguments).wait().end == .exit(70))
  }
}
