import Foundation
import Outcomes
import Strategies
import TestSupport
import Testing

/// One row that the catalogue declares.
struct DeclaredRow: Hashable, Sendable, CustomTestStringConvertible {
  let strategy: String
  let scenario: String
  let expected: String

  var testDescription: String { "\(strategy), \(scenario)" }

  static let all: [DeclaredRow] = Catalog.standard.entries.map(\.card).flatMap { card in
    card.declarations.map { declaration in
      DeclaredRow(
        strategy: card.id, scenario: declaration.scenario.rawValue,
        expected: declaration.expectation.applied(threads: 2, memoryOrder: .ofThisMachine).description)
    }
  }

  /// As the catalogue and the list of scenarios have them.
  static let inReportOrder: [DeclaredRow] = {
    let scenarios = Scenario.allCases.map(\.rawValue)
    let strategies = Catalog.standard.entries.map(\.card.id)
    return all.sorted {
      (strategies.firstIndex(of: $0.strategy)!, scenarios.firstIndex(of: $0.scenario)!)
        < (strategies.firstIndex(of: $1.strategy)!, scenarios.firstIndex(of: $1.scenario)!)
    }
  }()

  /// All rows, each run once by the real program.
  static let report = Result { try run([], ["--time", "100ms"]) }

  /// What a known defect gets that was not shown: more time, and an initialiser that takes some. What is broken gets
  /// nothing.
  static let furtherAttempts = [
    ["--time", "2s"], ["--time", "2s", "--initializer-cost", "sleep:200us"], ["--time", "20s"],
  ]

  func runAgain(_ arguments: [String]) throws -> [String: String] {
    try #require(
      try Self.run(["--strategy", strategy, "--scenario", scenario], arguments).rows.first)
  }

  private static func run(_ selection: [String], _ arguments: [String]) throws -> Report {
    let bench = try Workbench()
    let process = try bench.start(.singletonBench, selection + ["--threads", "2"] + arguments)
    let answer = try process.wait(seconds: 900)
    try #require(answer.end == .exit(0) || answer.end == .exit(1) || answer.end == .exit(3), "\(answer.messages)")
    return try bench.report()
  }
}

/// The heart of the matter: the real program, on real threads, finds of every strategy what is declared of it.
@Suite(.serialized) struct `The catalogue, run natively` {
  @Test func `has every declared row in the report, in order, with what is declared of it`() throws {
    let report = try DeclaredRow.report.get()
    let rows = report.rows.map { row in
      DeclaredRow(strategy: row["strategy"]!, scenario: row["scenario"]!, expected: row["expected"]!)
    }
    #expect(rows == DeclaredRow.inReportOrder)
  }

  @Test(arguments: DeclaredRow.all)
  func `never breaks a promise, and shows every known defect`(row: DeclaredRow) throws {
    let report = try DeclaredRow.report.get()
    var attempt = try #require(
      report.rows.first { $0["strategy"] == row.strategy && $0["scenario"] == row.scenario }, "there is no such row")
    for arguments in DeclaredRow.furtherAttempts where attempt["grade"] == "not-shown" {
      attempt = try row.runAgain(arguments)
    }
    #expect(attempt["grade"] == (row.expected.hasPrefix("defect:") ? "shown" : "held"), "\(attempt)")
    #expect(Int(attempt["trials"] ?? "") ?? 0 > 0)
    #expect(attempt["threads_started"] == "2")
  }
}
