import Outcomes
import Strategies
import Testing

@testable import Commands

/// The real catalogue, explained; what the checker says is asked of `check` itself.
@Suite struct `An explanation` {
  static let ids = Catalog.standard.entries.map(\.card.id)

  /// Every strategy explained, and every row that `check` has of it: each worked out once.
  private static let texts = Dictionary(
    uniqueKeysWithValues: ids.map { ($0, answer(["explain", $0], catalog: .standard).output) })
  private static let checked = Dictionary(
    grouping: answer(["check", "--threads", "2", "--format", "csv"], catalog: .standard).output
      .split(separator: "\n").dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) },
    by: { String($0[0]) })

  private static func entry(_ id: String) throws -> CatalogEntry {
    try #require(Catalog.standard.entries.first { $0.card.id == id })
  }

  @Test(arguments: ids) func `shows the strategy's code, under its own line numbers`(id: String) throws {
    let output = try #require(Self.texts[id])
    let source = try #require(try Self.entry(id).source)
    let start = try #require(source.lines.firstIndex { $0.hasPrefix("package struct \(source.name)") })
    #expect(output.contains("\n\(source.name).swift:\n"))
    #expect(output.contains("  \(start + 1)  package struct \(source.name)"))
    #expect(!output.contains("static var card"))
    // What is made to be copied has no break in it.
    let wide: [Substring] = output.split(separator: "\n").filter { $0.count > 80 }
    #expect(wide.allSatisfy { $0.hasPrefix("replay: ") || $0.hasPrefix("    expected  ") }, "\(wide)")
  }

  /// The drawing is the one that `check` shows of the first scenario that it refutes.
  @Test(arguments: ids) func `shows a counterexample where check finds one, and says why where there is none`(
    id: String
  ) throws {
    let (rows, output) = try (#require(Self.checked[id]), #require(Self.texts[id]))
    guard let first = rows.first(where: { $0[4] == "refuted" }) else {
      #expect(rows.allSatisfy { $0[4] == "not-modelled" })
      #expect(output.contains("\nNo counterexample: it is not modelled (the language's runtime is the strategy,"))
      return
    }
    let code = try #require(first.last)
    #expect(output.contains("\nA small counterexample:\n\n\(id), "))
    #expect(output.hasSuffix("\nreplay:  singleton-bench replay \(code)\n"))
  }

  @Test func `shows the files that a strategy is built on, too`() throws {
    let output = try #require(Self.texts["exposed-global"])
    #expect(output.contains("\nExposedGlobal.swift:\n") && output.contains("\nDoubleCheckedAlloc.swift:\n"))
    #expect(!output.contains("\nStrategy.swift:\n"))
  }

  @Test(arguments: ["mutex", "relaxed-double-checked-lock", "static-let"])
  func `is a page of Markdown, with a row for each scenario`(id: String) throws {
    let page = answer(["explain", id, "--format", "markdown"], catalog: .standard).output
    let sections = page.split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(page.hasPrefix("# \(id)\n\n"))
    #expect(
      sections == [
        "## Overview", "## What is declared", "## Its source", "## A small counterexample", "## See it yourself",
      ])
    for title in ["Idea", "What can go wrong", "What we expect", "Source"] {
      #expect(page.contains("\n**\(title).** "))
    }
    for declaration in try Self.entry(id).card.declarations {
      #expect(page.contains("\n| \(declaration.scenario.rawValue) | "))
    }
    #expect(page.ranges(of: "```").count.isMultiple(of: 2))
  }

  @Test func `that a limit has cut short says so, and what sees more`() throws {
    let short = try Explanation(of: Self.entry("mutex"), executions: 1)
    #expect(short.rows.contains { $0.verdict == .limit })
    #expect(short.whyNone.contains("not all executions of first-access"))
    #expect(short.whyNone.contains("'check --strategy mutex' sees them"))
  }

  @Test func `has room for every strategy's executions`() throws {
    let executions = Self.checked.values.joined().compactMap { UInt64($0[5]) }
    #expect(executions.count > 150 && executions.allSatisfy { $0 * 4 < Explanation.mostExecutions })
  }
}
