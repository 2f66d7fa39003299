import Foundation
import TestSupport
import Testing

@Suite struct `Options of run` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private func report(_ arguments: String...) throws -> ParsedReport {
    let result = try runner.start(.singletonBench, arguments).wait()
    try #require(result.end == .exit(0) || result.end == .exit(3), "\(result.output)\(result.messages)")
    return try runner.report()
  }

  @Test func `--total-time is shared out among the rows, and says what each got`() throws {
    let result = try runner.run(
      .singletonBench, "--form", "harness", "--strategy", "mutex", "--strategy", "once-token", "--scenario",
      "first-access", "--threads",
      "2", "--total-time", "2s")
    #expect(result.end == .exit(0))
    let shares = try #require(
      result.messages.firstMatch(of: /--total-time 2s: (?:([\d.]+) ms to )?([\d.]+) ms per row\n/))
    let most = try #require(Double(shares.2))
    let least = shares.1.flatMap { Double($0) } ?? most
    // The remaining time depends on how long the previous row took, but a row counts for its whole share.
    let walls = try runner.report()["wall_ms"].map { try #require(Double($0)) }
    #expect(walls.count == 2 && walls.min()! >= least - 1 && walls.max()! >= most - 1)
  }

  @Test(arguments: ["1", "7", "1000", "4321"]) func `--trials is the exact number of trials`(trials: String) throws {
    let report = try report(
      "--form", "harness", "--strategy", "mutex", "--strategy", "teardown-lazy", "--scenario", "[ft]*", "--threads",
      "1,2,8", "--trials",
      trials)
    #expect(report.rows.count == 12)
    #expect(Set(report["trials"]) == [trials])
  }

  @Test func `--trials is the exact number of processes if a trial is a process`() throws {
    let report = try report(
      "--form", "both", "--strategy", "static-let", "--strategy", "once-token-nested", "--scenario", "first-access",
      "--threads", "1,2", "--trials", "5")
    #expect(report["trials"] == Array(repeating: "5", count: 6))
    #expect(report["cells"] == Array(repeating: "1", count: 6))
  }

  @Test func `--no-times leaves out times and nothing else`() throws {
    let report = try report(
      "--strategy", "mutex", "--scenario", "first-access", "--threads", "2", "--trials", "20", "--no-times")
    #expect(report["trials"] == ["20", "20"])
    for column in report.header where column.hasSuffix("_ns") && column.contains("access") {
      #expect(Set(report[column]) == [""], "\(column)")
    }
    let refused = try runner.start(.singletonBench, ["--no-times", "--samples", "s.csv"]).wait()
    #expect(refused.end == .exit(64) && refused.messages.contains("--samples with --no-times"))
  }

  @Test func `an initializer that sleeps makes nearly every trial of a racy accessor violate`() throws {
    let report = try report(
      "--form", "harness", "--strategy", "unsynchronized-lazy", "--scenario", "first-access", "--threads", "8",
      "--trials", "200",
      "--initializer-cost", "sleep:1ms")
    let row = report.rows[0]
    #expect(row["initializer_cost"] == "sleep:1ms")
    #expect(try #require(row["violating_trials"].flatMap { Int($0) }) > 180)
    #expect(try #require(row["instances_max"].flatMap { Int($0) }) > 2)
    #expect(row["grade"] == "reproduced")
  }

  @Test func `each row is raced with each listed cost, and later accesses are timed with the first one`() throws {
    let result = try runner.run(
      .singletonBench, "--form", "harness", "--strategy", "unsynchronized-lazy", "--strategy", "mutex", "--scenario",
      "first-access", "--threads", "8", "--trials", "100", "--initializer-cost", "sleep:1ms,0")
    #expect(result.end == .exit(0), "\(result.output)\(result.messages)")
    let report = try runner.report()
    #expect(report["strategy"] == ["unsynchronized-lazy", "unsynchronized-lazy", "mutex", "mutex"])
    #expect(report["initializer_cost"] == ["0", "sleep:1ms", "0", "sleep:1ms"])
    #expect(report["trials"] == ["100", "100", "100", "100"])
    #expect(report["access_p50_ns"].map(\.isEmpty) == [true, false, true, false])
    #expect(report["first_access_p50_ns"].allSatisfy { !$0.isEmpty })
    let inits = try report["inits"].map { try #require(Int($0)) }
    #expect(inits[1] > 200 && inits[1] > 2 * inits[0], "only one of the two rows of lazy has a slow initializer")
    #expect(result.output.contains(/\nstrategy +0 +sleep:1ms\n/))
    #expect(result.output.contains(/\nunsynchronized-lazy +(?:\S+%|none), [\d.]+ +\S+%, [\d.]+\n/))
  }
}
