import Foundation
import TestSupport
import Testing

/// Strategies that break their process, which affects the outcome of their own row only.
@Suite struct `Rows that end badly` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  @Test func `a row that ends badly has its status, and all other rows run`() throws {
    let process = try runner.start(
      .faultyBench,
      [
        "--strategy", "*ing", "--strategy", "s*", "--strategy", "w*", "--threads", "1", "--trials", "1000",
        "--timeout", "2s", "--seed", "1",
      ])
    let result = try process.wait()
    #expect(result.end == .exit(1))
    let report = try runner.report(Program.faultyBench.report)
    #expect(
      report["strategy"] == [
        "sound", "wrong-expectation", "silent-defect", "crashing", "trapping", "hanging", "spinning", "exiting",
        "leaking",
      ])
    #expect(
      report["status"] == ["ok", "ok", "ok", "crashed:SIGSEGV", Self.trap, "hung", "hung", "exit:3", "ok"])
    #expect(
      report["grade"] == ["passed", "passed", "passed", "failed", "failed", "failed", "failed", "failed", "passed"])
    #expect(process.hasLeftNoProcess())
  }

  @Test func `a strategy that the checker cannot explore leaves the run its report, and the verdict of the run alone`()
    throws
  {
    let result = try runner.run(
      .faultyBench, "--strategy", "nondeterministic", "--strategy", "declared-racy", "--threads", "2", "--trials", "100"
    )
    #expect(result.end == .exit(0) || result.end == .exit(3), "\(result.messages)")
    let report = try runner.report(Program.faultyBench.report)
    #expect(report["strategy"].sorted() == ["declared-racy", "nondeterministic"])
    let verdicts = Dictionary(uniqueKeysWithValues: zip(report["strategy"], report["verdict"]))
    #expect(verdicts["declared-racy"] == "proved")
    #expect(["safe", "unsafe:instances"].contains(verdicts["nondeterministic"]))
    #expect(try runner.folder.names == [Program.faultyBench.report])
  }

  private static var trap: String {
    #if arch(x86_64)
      "trapped:SIGILL"
    #else
      "trapped:SIGTRAP"
    #endif
  }

  @Test(arguments: ["crashing", "trapping", "hanging", "spinning", "exiting"])
  func `a row that ends badly keeps what it counted, up to the last access`(strategy: String) throws {
    _ = try runner.run(
      .faultyBench, "--strategy", strategy, "--threads", "1", "--trials", "1000", "--timeout", "1s")
    let row = try #require(try runner.report(Program.faultyBench.report).rows.first)
    // The fault is in the 101st access, which therefore never returned; each trial has one access.
    #expect(row["accesses"] == "100")
    #expect(row["inits"] == "100")
    // Whole sweeps only, of 8 and then 32 cells.
    let trials = try #require(row["trials"].flatMap { Int($0) })
    #expect((8...100).contains(trials))
    #expect(row["threads_started"] == "1")
  }

  @Test func `a process that ends in the middle of a sweep has no violation of a half of it`() throws {
    let count = 15
    let result = try runner.run(
      .faultyBench, "--strategy", "ended-later", "--threads", "4", "--replicates", "\(count)", "--time", "10s")
    #expect(result.end == .exit(1))
    let report = try runner.report(Program.faultyBench.report)
    #expect(report["status"] == Array(repeating: "crashed:SIGABRT", count: count))
    for column in ["init_reentries", "violating_trials", "multi_instance_trials"] {
      #expect(report[column] == Array(repeating: "0", count: count), "\(column)")
    }
  }

  @Test func `the summary has the last line of a child that ended badly`() throws {
    let result = try runner.run(.faultyBench, "--strategy", "trapping", "--threads", "2")
    #expect(result.output.contains("said:   an assertion of the fixture\n"))
  }

  #if os(Linux)
    /// One thread may wait for itself, and two for each other.
    @Test(arguments: [1, 2])
    func `a row that hangs says which initializers wait for each other`(threads: Int) throws {
      let result = try runner.run(
        .faultyBench, "--strategy", "cyclic", "--threads", "\(threads)", "--timeout", "1s", "--no-check")
      let cycle =
        "the initializer of Cyclic.Settings.shared waits for Cyclic.Theme.shared, whose initializer waits for"
        + " Cyclic.Settings.shared"
      #expect(try runner.report(Program.faultyBench.report)["remark"] == [cycle])
      #expect(result.output.contains("said:   the initializer of Cyclic.Settings.shared waits"), "\(result.output)")
    }

    @Test func `a constant that waits for itself is named, in a copy of a child`() throws {
      _ = try runner.run(
        .singletonBench, "--strategy", "static-let", "--scenario", "reentrant", "--threads", "2")
      #expect(
        try runner.report()["remark"] == ["the initializer of Analytics.shared waits for Analytics.shared"])
    }
  #endif

  @Test func `a row leaves no process behind`() throws {
    let process = try runner.start(.faultyBench, ["--strategy", "leaking", "--trials", "100"])
    #expect(try process.wait().end == .exit(0))
    // The accessor would have failed if the sleeper had not been started.
    #expect(try runner.report(Program.faultyBench.report)["status"] == ["ok"])
    #expect(process.hasLeftNoProcess())
  }

  @Test func `a child that exits before its trials are done has failed`() throws {
    let result = try runner.run(
      .faultyBench, "--strategy", "exiting-quietly", "--threads", "1", "--trials", "1000")
    #expect(result.end == .exit(1))
    #expect(try runner.report(Program.faultyBench.report)["grade"] == ["failed"])
    #expect(try runner.report(Program.faultyBench.report)["status"] == ["exit:0"])
  }

  @Test func `a row whose threads are missing is skipped with the numbers`() throws {
    let result = try runner.run(
      .faultyBench, "--strategy", "sound", "--threads", "8", "--timeout", "2s",
      environment: ["FAULTY_BENCH_MISSING_THREADS": "2"])
    #expect(result.end == .exit(4))
    let row = "sound, first-access, 8 threads"
    #expect(result.output.contains("\nnot run: 6 of 8 threads started\n  \(row)\n  likely: a limit on"))
    let report = try runner.report(Program.faultyBench.report)
    #expect(report["status"] == ["skipped:6 of 8 threads started"])
    for column in ["grade", "trials", "threads_started", "wall_ms"] { #expect(report[column] == [""]) }
  }
}
