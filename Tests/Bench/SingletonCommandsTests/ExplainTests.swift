import CommandTestSupport
import SingletonCore
import SingletonStrategies
import SingletonStrategyChecker
import SingletonStrategyKit
import TestSupport
import Testing

@testable import SingletonCommands

/// Explanations of the standard catalog, compared with the findings of `check`.
@Suite struct `Explanations` {
  static let ids = Catalog.standard.entries.map(\.info.id)

  /// The explanation of every strategy.
  static let texts = Dictionary(
    uniqueKeysWithValues: ids.map { ($0, invoke(["explain", $0], catalog: .standard).output) })
  /// The rows of `check`, by strategy.
  private static let checked = Result {
    let report = try ParsedReport(invoke(["check", "--threads", "2", "--format", "csv"], catalog: .standard).output)
    return Dictionary(grouping: report.rows) { $0["strategy"]! }
  }

  private static func entry(_ id: String) throws -> CatalogEntry {
    try #require(Catalog.standard.entry(id))
  }

  @Test(arguments: ids) func `an explanation shows the strategy's code with its line numbers`(id: String) throws {
    let output = try #require(Self.texts[id])
    let info = try Self.entry(id).info
    let sources = Catalog.standard.sources(of: info)
    let source = try #require(sources.first)
    let start = try #require(source.lines.firstIndex { $0.contains(/: (Listed)?Strategy \{/) })
    // The path can be opened from the repository's root.
    #expect(output.contains("\n\(source.path):\n"))
    #expect(try Repository.text(source.path) == source.text)
    #expect(output.contains("  \(start + 1)  \(source.lines[start])\n"))
    #expect(!output.contains("static var info"))
    // A line that readers copy is not wrapped, and neither is code.
    let code = Set((sources + [try #require(Catalog.standard.plainSwift(of: info))]).flatMap(\.lines))
    let wide: [Substring] = output.split(separator: "\n").filter { line in
      line.count > 80 && !code.contains { line.count > $0.count && line.hasSuffix($0) && !$0.isEmpty }
    }
    #expect(wide.allSatisfy { $0.hasPrefix("replay: ") || $0.hasPrefix("    expected  ") }, "\(wide)")
  }

  /// The drawing is that of the first scenario that `check` refutes.
  @Test(arguments: ids) func `an explanation shows a counterexample, or says why there is none`(
    id: String
  ) throws {
    let (rows, output) = try (#require(Self.checked.get()[id]), #require(Self.texts[id]))
    guard let first = rows.first(where: { $0["verdict"] == "refuted" }) else {
      let verdict = try #require(rows.first?["verdict"])
      let why = ["proved": "with 2 threads the promise is proved in each of these\nscenarios."]
      #expect(rows.allSatisfy { $0["verdict"] == verdict })
      #expect(
        output.contains(
          "\nNo counterexample: " + (why[verdict] ?? "it is not modeled (implemented by the language runtime,")))
      return
    }
    let code = try #require(first["replay"])
    #expect(output.contains("\nA small counterexample:\n\n\(id), "))
    #expect(output.contains("\nreplay:  singleton-bench replay \(code)\n"))
  }

  @Test func `an explanation shows the files that a strategy is built on`() throws {
    let output = try #require(Self.texts["exposed-global"])
    for file in ["Lifetime/ExposedGlobal", "Locking/DoubleCheckedAlloc"] {
      #expect(output.contains("\nSources/Bench/SingletonStrategies/\(file).swift:\n"))
    }
    #expect(!output.contains("/Strategy.swift:\n"))
  }

  @Test(arguments: ["mutex", "relaxed-double-checked-lock", "static-let"])
  func `an explanation as Markdown has a row for each scenario`(id: String) throws {
    let page = invoke(["explain", id, "--format", "markdown"], catalog: .standard).output
    let sections = page.split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(page.hasPrefix("# \(id)\n\n"))
    #expect(
      sections == [
        "## Overview", "## In plain Swift", "## What is declared", "## Its source", "## A small counterexample",
        "## See it yourself",
      ])
    for title in ["Idea", "What can go wrong", "What we expect", "Source"] {
      #expect(page.contains("\n**\(title).** "))
    }
    for declaration in try Self.entry(id).info.declarations {
      #expect(page.contains("\n| \(declaration.scenario.id) | "))
    }
    #expect(page.ranges(of: "```").count.isMultiple(of: 2))
  }

  @Test(arguments: ids) func `an explanation says what can go wrong, and shows the idea in plain Swift`(
    id: String
  ) throws {
    let output = try #require(Self.texts[id])
    for title in ["Idea", "What can go wrong", "What we expect", "Source"] { #expect(output.contains("  \(title) ")) }
    #expect(output.contains(/\nIn plain Swift, Sources\/Bench\/PlainSwift\/\w+\.swift:\n    \/\//))
  }

  @Test(arguments: ids) func `an explanation has what the checker finds beside each declaration`(id: String) throws {
    let output = try #require(Self.texts[id])
    let rows = try #require(try Self.checked.get()[id])
    let blocks = output.split(separator: "\n    checker ").dropFirst().map { $0.prefix { $0 != "\n" } }
    let verdicts = ["proved": "proved", "refuted": "refuted: ", "not-modeled": "not modeled: "]
    #expect(blocks.count == rows.count)
    for (block, row) in zip(blocks, rows) {
      #expect(block.drop { $0 == " " }.hasPrefix(try #require(verdicts[row["verdict"]!])))
    }
  }

  /// The first line says no more than the checker, and of what is not modeled no more than the declaration.
  @Test(arguments: ids) func `an explanation begins with the verdict`(id: String) throws {
    let output = try #require(Self.texts[id])
    let verdict = output.prefix(upTo: try #require(output.range(of: "\n\n")).lowerBound)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let rows = try #require(try Self.checked.get()[id])
    let asked = rows.first { $0["scenario"] == "first-access" }?["verdict"]
    let openings = [
      "proved": "the harness's form, below, is proved if callers only ask, each once, for 2 threads",
      "refuted": "the harness's form, below, is refuted even if callers only ask, each once: ",
      "not-modeled": "declared ",
    ]
    #expect(verdict.hasPrefix("\(id): " + (asked.flatMap { openings[$0] } ?? "nothing is declared for callers that")))
    #expect((asked == "not-modeled") == verdict.contains("; not modeled by check, "))
    for row in rows where row["scenario"] != "first-access" { #expect(verdict.contains(row["scenario"]!)) }
    let others = Set(rows.filter { $0["scenario"] != "first-access" }.map { $0["verdict"]! })
    #expect(verdict.contains("Proved as well, for 2 threads: ") == others.contains("proved"))
    #expect(verdict.contains("Otherwise: ") == others.contains("refuted"))
    #expect(verdict.contains("Declared besides: ") == others.contains("not-modeled"))
  }

  @Test func `the verdict says what goes wrong, in which scenarios, and under which model`() throws {
    func begins(_ id: String, _ lines: String...) throws -> Bool {
      try #require(Self.texts[id]).hasPrefix(lines.joined(separator: "\n") + "\n\n")
    }
    #expect(
      try begins(
        "mutex",
        "mutex: the harness's form, below, is proved if callers only ask, each once, for",
        "  2 threads; that all get one instance is proved for any number of such threads",
        "  (RC11; locks, queues and once tokens trusted). Proved as well, for 2 threads:",
        "  failing. Otherwise: more than one instance (sc) in mixed-construction; stops",
        "  the process (sc) in reentrant."))
    #expect(
      try begins(
        "static-let",
        "static-let: declared safe if callers only ask, each once; not modeled by check,",
        "  which checks its listing with --form plain. Declared besides: \(Self.declaredReentry(of: "static-let")) in",
        "  reentrant."))
    #expect(
      try begins(
        "actor",
        "actor: declared safe if callers only ask, each once; not modeled by check, which",
        "  checks its listing by tasks with --form plain. Declared besides: as promised",
        "  in failing, canceled."))
    #expect(try #require(Self.texts["task-local"]).contains("not modeled by check,\n  only raced."))
    #expect(
      try #require(Self.texts["double-checked-lock"]).contains(/each once:\s+handed\s+out\s+half-built\s+\(arm\)\./))
    #expect(
      try #require(Self.texts["compare-exchange"]).contains(
        "built more than once (sc); that all get one"
      ))
  }

  @Test(arguments: ids) func `no verdict on the harness's form can be read as one on the listing`(id: String) throws {
    let output = try #require(Self.texts[id]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isModeled = try #require(try Self.checked.get()[id]).contains { $0["verdict"] != "not-modeled" }
    #expect(output.contains(": the harness's form, below, is ") || !isModeled || output.contains("nothing is declared"))
    #expect(output.contains("Declared, and checked in the harness's form (2 threads):"))
    #expect(output.contains(" No verdict here is on this listing: check --form plain. Declared, and checked"))
  }

  @Test func `a declaration for the checker is no promise of what a run does not show`() throws {
    let output = try #require(Self.texts["double-checked-lock"]).split(whereSeparator: \.isWhitespace)
    #expect(output.joined(separator: " ").contains("declared for the checker, but not for a run on x86-64: "))
  }

  @Test func `README.md names the forms of double-checked locking that the checker proves, and no other`() throws {
    let readme = try Repository.text("README.md")
    let sentence = try #require(readme.split(separator: ". ").first { $0.contains("by hand: of the four strategies") })
    let forms = Self.ids.filter { id in
      Catalog.standard.entry(id)!.info.alsoKnownAs.contains("double-checked locking")
    }
    let proved = try (forms + ["thread-local-witness"]).filter { id in
      try Self.checked.get()[id]!.contains { $0["scenario"] == "first-access" && $0["verdict"] == "proved" }
    }
    #expect(forms.count == 4 && proved == sentence.matches(of: /`([a-z-]+-[a-z-]+)`/).map { String($0.1) }, "\(proved)")
  }

  @Test func `README.md names the strategies that are raced as listings only`() throws {
    let listed = Catalog.standard.entries.filter { $0.raced(as: .harness) == nil }.map(\.info.id)
    let sentence = try #require(
      try Repository.text("README.md").split(separator: "; ").first { $0.contains("are raced as listings only") })
    let patterns = sentence.prefix(upTo: try #require(sentence.firstRange(of: " are raced")).lowerBound)
      .matches(of: /`([a-z*-]+)`/).compactMap { Glob(String($0.1)) }
    #expect(listed.filter { id in !patterns.contains { $0.matches(id) } } == [])
    for pattern in patterns { #expect(listed.contains(where: pattern.matches), "\(pattern)") }
  }

  private static func declaredReentry(of id: String) throws -> String {
    try #require(try entry(id).info.expectation(in: .reentrant)).briefly
  }

  @Test func `an explanation names the lessons that treat the strategy`() throws {
    func text(_ id: String) throws -> String {
      try Explanation(of: Self.entry(id), in: .standard).text(width: 80)
    }
    #expect(
      try text("double-checked-lock").hasSuffix(
        "\nlesson:  singleton-bench learn double-checked\nlesson:  singleton-bench learn litmus\nlesson:  singleton-bench learn museum\n"
      ))
    #expect(try !text("serial-queue").contains("\nlesson: "))
  }

  @Test func `an explanation that a limit cut short says so`() throws {
    let short = try Explanation(of: Self.entry("mutex"), in: .standard, limits: CheckLimits(executions: 1))
    #expect(short.rows.contains { $0.verdict == .undecided })
    #expect(short.verdict.hasPrefix("the harness's form, below, is not decided if callers only ask"))
    #expect(short.whyNone.contains("not all executions of first-access"))
    #expect(short.whyNone.contains("'check --strategy mutex' explores them"))
  }

  @Test func `no strategy comes near the limit of executions`() throws {
    let limit = try #require(CheckLimits.brief.executions)
    let executions = try Self.checked.get().values.joined().compactMap { UInt64($0["executions"]!) }
    #expect(executions.count > 150 && executions.allSatisfy { $0 * 4 < limit })
  }
}
