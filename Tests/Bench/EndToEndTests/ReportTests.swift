import Foundation
import SingletonCore
import SingletonReports
import SingletonStrategies
import SingletonStrategyKit
import TestSupport
import Testing

@Suite struct `Rows of a report` {
  private let runner: CommandRunner

  init() throws { runner = try CommandRunner() }

  private func run(_ arguments: String...) throws -> ParsedReport {
    let result = try runner.start(.singletonBench, arguments).wait()
    try #require(result.end == .exit(0) || result.end == .exit(3), "\(result.output)\(result.messages)")
    return try runner.report()
  }

  @Test func `the report has the columns of the list, in its order`() throws {
    let report = try run("--form", "harness", "--strategy", "mutex", "--scenario", "first-access", "--trials", "10")
    #expect(report.header == StressColumns.all.map(\.name))
    #expect(
      report.header.prefix(12) == [
        "strategy", "form", "scenario", "threads", "verdict", "trials", "violating_trials", "violation_rate",
        "access_p50_ns", "observed", "expected", "grade",
      ])
  }

  @Test func `what is the same in all rows of a run comes last`() throws {
    let report = try run(
      "--strategy", "mutex", "--strategy", "unsynchronized-lazy", "--threads", "1,2", "--trials", "4")
    let constants = [
      "schema_version", "tool_version", "run_id", "commit", "os", "cores", "build", "fingerprint",
    ]
    let first = try #require(report.header.firstIndex(of: "schema_version"))
    #expect(Set(constants).isSubset(of: report.header[first...]))
    #expect(report.header[first...] == StressColumns.constants.map(\.name)[...])
    for column in report.header[first...] { #expect(Set(report[column]).count == 1, "\(column)") }
  }

  @Test func `a row names its run, machine and build`() throws {
    let report = try run(
      "--form", "harness", "--strategy", "mutex", "--trials", "10", "--threads", "1", "--seed", "0x10")
    let row = report.rows[0]
    #expect(Set(report["run_id"]).count == 1)
    #expect(row["schema_version"] == "3")
    #expect(row["seed"] == "0x10")
    #expect(row["started_utc"]?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    for column in ["run_id", "os", "arch", "cores", "swift_version", "build", "fingerprint"] {
      #expect(row[column]?.isEmpty == false, "\(column)")
    }
  }

  @Test func `the numbers of a row are consistent`() throws {
    let report = try run(
      "--form", "harness", "--strategy", "mutex", "--scenario", "first-access", "--threads", "2", "--time", "200ms")
    #expect(report.rows.count == 1)
    for row in report.rows {
      func figure(_ column: String) throws -> Double { try #require(row[column].flatMap { Double($0) }, "\(column)") }
      #expect(try figure("accesses") == 2 * figure("trials"))
      #expect(try figure("inits") == figure("trials"))
      #expect(try figure("instances") == figure("trials"))
      #expect(try figure("wall_ms") >= 200)
      #expect(try figure("cpu_ms") > 0)
      #expect(try figure("violation_rate") == 0)
      #expect(try figure("access_min_ns") <= figure("access_p50_ns"))
      #expect(try figure("access_p50_ns") <= figure("access_p99_ns"))
      #expect(try figure("first_access_p50_ns") <= figure("first_access_max_ns"))
      #expect(try figure("access_batches") >= 1)
    }
  }
}

@Suite struct `Samples` {
  @Test func `samples are the timed batches in long form, numbered from 1 for each kind`() throws {
    let runner = try CommandRunner()
    let result = try runner.run(
      .singletonBench, "--form", "harness", "--strategy", "mutex", "--scenario", "first-access", "--threads", "2",
      "--time", "100ms",
      "--samples", "samples.csv")
    #expect(result.end == .exit(0))
    let samples = try runner.report("samples.csv")
    #expect(
      samples.header == [
        "run_id", "strategy", "scenario", "threads", "replicate", "form", "kind", "batch", "ops", "elapsed_ns",
      ])
    #expect(Set(samples["run_id"]) == Set(try runner.report()["run_id"]))
    let kinds = ["access", "floor", "first-winner", "first-loser"]
    // With as many threads as cores, all cores are timed at once, and the way of a cache line between them.
    #expect(Set(samples["kind"]).subtracting(["line", "all-cores-access", "all-cores-floor"]) == Set(kinds))
    for kind in kinds {
      let own = samples.rows.filter { $0["kind"] == kind }
      #expect(own.map { $0["batch"]! } == (1...own.count).map(String.init))
      #expect(own.allSatisfy { UInt64($0["elapsed_ns"]!) != nil && Int($0["ops"]!)! >= 1 })
    }
    // The figures come from the quietest of them.
    let batches = try #require(Int(try runner.report()["access_batches"][0]))
    #expect((1...samples.rows.count { $0["kind"] == "access" }).contains(batches))
  }
}
