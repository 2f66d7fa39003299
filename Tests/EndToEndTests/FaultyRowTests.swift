import Foundation
import TestSupport
import Testing

/// What a strategy does to its process is that row's outcome, and nothing else's.
@Suite struct `A row that ends badly` {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test func `keeps its status, and all other rows are there`() throws {
    let process = try bench.start(
      .faultyBench,
      [
        "--strategy", "*ing", "--strategy", "s*", "--strategy", "w*", "--threads", "1", "--trials", "1000",
        "--timeout", "2s", "--seed", "1",
      ])
    let answer = try process.wait()
    #expect(answer.end == .exit(1))
    let report = try bench.report()
    #expect(
      report["strategy"] == [
        "sound", "wrong-expectation", "silent-defect", "crashing", "trapping", "hanging", "spinning", "exiting",
        "leaking",
      ])
    #expect(
      report["status"] == ["ok", "ok", "ok", "crashed:SIGSEGV", Self.trap, "hung", "hung", "exit:3", "ok"])
    #expect(
      report["grade"] == ["held", "held", "held", "broken", "broken", "broken", "broken", "broken", "held"])
    #expect(process.hasLeftNobody())
  }

  private static var trap: String {
    #if arch(x86_64)
      "trapped:SIGILL"
    #else
      "trapped:SIGTRAP"
    #endif
  }

  @Test(arguments: ["crashing", "trapping", "hanging", "spinning", "exiting"])
  func `keeps what it had counted, to the last access`(strategy: String) throws {
    _ = try bench.run(
      .faultyBench, "--strategy", strategy, "--threads", "1", "--trials", "1000", "--timeout", "1s")
    let row = try #require(try bench.report().rows.first)
    // The fault is in the 101st access, which therefore never returned; each trial has one access.
    #expect(row["accesses"] == "100")
    #expect(row["inits"] == "100")
    // Whole sweeps only, of 8 and then 32 cells.
    let trials = try #require(row["trials"].flatMap { Int($0) })
    #expect((8...100).contains(trials))
    #expect(row["threads_started"] == "1")
  }

  @Test func `says in the summary what its process said last`() throws {
    let answer = try bench.run(.faultyBench, "--strategy", "trapping", "--threads", "2")
    #expect(answer.output.contains("said:   an assertion of the fixture\n"))
  }

  @Test func `leaves no process behind that it has started`() throws {
    let process = try bench.start(.faultyBench, ["--strategy", "leaking", "--trials", "100"])
    #expect(try process.wait().end == .exit(0))
    // The accessor would have failed had the sleeper not been started.
    #expect(try bench.report()["status"] == ["ok"])
    #expect(process.hasLeftNobody())
  }

  @Test func `whose process left before it had done its trials has not run to its end`() throws {
    let answer = try bench.run(
      .faultyBench, "--strategy", "exiting-quietly", "--threads", "1", "--trials", "1000")
    #expect(answer.end == .exit(1))
    #expect(try bench.report()["grade"] == ["broken"])
    #expect(try bench.report()["status"] == ["exit:0"])
  }

  @Test(arguments: ["dispatch", "pthread"])
  func `because threads are missing is skipped, with the numbers`(engine: String) throws {
    let answer = try bench.run(
      .faultyBench, "--strategy", "sound", "--threads", "8", "--engine", engine, "--timeout", "2s",
      environment: ["FAULTY_BENCH_MISSING_THREADS": "2"])
    #expect(answer.end == .exit(4))
    let row = try #require(try bench.report().rows.first)
    #expect(row["status"] == "skipped:6 of 8 threads started")
    for column in ["grade", "trials", "threads_started", "wall_ms"] { #expect(row[column] == "") }
  }
}
