import Foundation
import SingletonCore
import SingletonStrategies
import SingletonStrategyKit
import TestSupport
import Testing

/// One row that the catalog declares.
struct DeclaredRow: Hashable, Sendable, CustomTestStringConvertible {
  let strategy: String
  /// The form that shows what the strategy declares.
  let form: String
  let scenario: String
  let expected: String

  var testDescription: String { "\(strategy), \(scenario)" }

  static let all: [DeclaredRow] = Catalog.standard.entries.flatMap { entry in
    entry.info.declarations.map { declaration in
      DeclaredRow(
        strategy: entry.info.id, form: entry.ownForm.rawValue, scenario: declaration.scenario.id,
        expected: declaration.expectation.applied(threads: 2, hardware: .ofThisMachine).description)
    }
  }

  /// The rows in the order of the forms, of the catalog, then of the scenarios.
  static let inReportOrder: [DeclaredRow] = {
    let scenarios = Scenario.allCases.map(\.id)
    let strategies = Catalog.standard.entries.map(\.info.id)
    return all.sorted {
      ($0.form, strategies.firstIndex(of: $0.strategy)!, scenarios.firstIndex(of: $0.scenario)!)
        < ($1.form, strategies.firstIndex(of: $1.strategy)!, scenarios.firstIndex(of: $1.scenario)!)
    }
  }()

  /// The rows of both forms' reports, each run once by the real program.
  static let report: Result<[[String: String]], any Error> = Result {
    let listed = Set(all.filter { $0.form == "plain" }.map(\.strategy)).flatMap { ["--strategy", $0] }
    return try run(["--form", "harness", "--time", "20ms"]) + run(["--form", "plain", "--time", "20ms"] + listed)
  }

  /// Options of further attempts at a known defect that was not reproduced, or at a row with too few trials for a verdict:
  /// more time, and a slow initializer. A row that failed is not run again.
  static let furtherAttempts = [
    ["--time", "2s"], ["--time", "2s", "--initializer-cost", "sleep:200us"], ["--time", "20s"],
  ]

  func runAgain(_ arguments: [String]) throws -> [String: String] {
    try #require(
      try Self.run(["--form", form, "--strategy", strategy, "--scenario", scenario] + arguments).first)
  }

  private static func run(_ arguments: [String]) throws -> [[String: String]] {
    let runner = try CommandRunner()
    let process = try runner.start(.singletonBench, ["--threads", "2"] + arguments)
    let result = try process.wait(seconds: 900)
    try #require(result.end == .exit(0) || result.end == .exit(1) || result.end == .exit(3), "\(result.messages)")
    return try runner.report().rows
  }
}

/// Runs of the real program on real threads, compared with what the catalog declares.
@Suite(.serialized) struct `Native runs of the catalog` {
  @Test func `the reports have every declared row in order, with its expectation`() throws {
    let report = try DeclaredRow.report.get()
    let rows: [DeclaredRow] = report.map { row in
      DeclaredRow(
        strategy: row["strategy"]!, form: row["form"]!, scenario: row["scenario"]!, expected: row["expected"]!)
    }
    #expect(rows == DeclaredRow.inReportOrder)
  }

  @Test func `the numbers of instances are those of all trials of their row`() throws {
    for row in try DeclaredRow.report.get() {
      let counts = try #require(row["instances_per_trial"]).split(separator: " ").map { part in
        part.split(separator: "=").compactMap { UInt64($0) }
      }
      let figures = [
        "trials": counts.reduce(0) { $0 + $1[1] }, "instances": counts.reduce(0) { $0 + $1[0] * $1[1] },
        "instances_max": counts.map { $0[0] }.max() ?? 0,
      ]
      for (column, figure) in figures { #expect(row[column] == "\(figure)", "\(column) of \(row)") }
    }
  }

  @Test func `what is known has no other rows than the catalog`() {
    #expect(Set(KnownVerdicts.rows.keys) == Set(DeclaredRow.all.map { "\($0.strategy) \($0.scenario)" }))
  }

  @Test(arguments: DeclaredRow.all)
  func `every promise is kept, every known defect is reproduced, and the verdict is what is known`(
    row: DeclaredRow
  ) throws {
    let report = try DeclaredRow.report.get()
    var attempt = try #require(
      report.first { $0["strategy"] == row.strategy && $0["scenario"] == row.scenario }, "there is no such row")
    for arguments in DeclaredRow.furtherAttempts
    where attempt["grade"] == "not-reproduced" || attempt["verdict"] == "\(Verdict(.unknown))" {
      attempt = try row.runAgain(arguments)
    }
    #expect(attempt["grade"] == (row.expected.hasPrefix("defect:") ? "reproduced" : "passed"), "\(attempt)")
    #expect(Int(attempt["trials"] ?? "") ?? 0 > 0)
    #expect(attempt["threads_started"] == "2")
    let verdict = try #require(attempt["verdict"].flatMap { Verdict($0) })
    let known = try #require(KnownVerdicts.alternatives(row.strategy, row.scenario), "KnownVerdicts has no such row")
    #expect(
      known.contains {
        $0.kind == verdict.kind && $0.defects.isSubset(of: verdict.defects)
          && $0.findings.models.allSatisfy { verdict.findings.models[$0.key] == $0.value }
      }, "\(verdict), known: \(known)")
  }
}
