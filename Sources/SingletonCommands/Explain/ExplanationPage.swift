import SingletonCore
import SingletonPresentation
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonTextFormats

/// The explanation as a Markdown page; the documentation has one for each strategy.
extension Explanation {
  var page: String {
    [
      "# \(info.id)\n", opening, "## Overview\n", header, cited, plainSwiftCode,
      "## What is declared\n", declared, "## Its source\n", sourceCode, "## A small counterexample\n", counterexample,
      "## See it yourself\n", commands,
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var opening: String { Markdown.escaped(info.idea) + ".\n" }

  private var header: String {
    let names = info.alsoKnownAs.map { "`\($0)`" }.joined(separator: ", ")
    let verdict = Markdown.escaped(verdict.prefix(1).uppercased() + verdict.dropFirst())
    let paragraphs =
      [("Verdict", verdict)] + (sources.first?.header ?? []).map { ($0.title, $0.text) }
      + [("Also known as", names)]
    return paragraphs.filter { !$0.1.isEmpty }.map { "**\($0).** \($1)\n" }.joined(separator: "\n")
  }

  private var plainSwiftCode: String {
    guard let plainSwift else { return "" }
    return "## In plain Swift\n\n" + fenced(plainSwift.text, "swift")
  }

  private var cited: String {
    documents.map { "- **\($0.name)**: \(Markdown.escaped($0.subject))\n" }.joined()
  }

  private var declared: String {
    Table(
      "Declarations",
      titles: ["scenario", "what the callers do", "declared", "check, \(StrategyCheck.briefThreads) threads"],
      rows: zip(info.declarations, rows).map { declaration, row in
        [
          declaration.scenario.id, declaration.scenario.summary, declaration.expectation.meaning,
          row.verdictSentence,
        ]
      }
    ).markdown
  }

  private var sourceCode: String {
    sources.map { source in
      "`\(source.name)`:\n\n" + fenced(SourceExcerpt(source.lines, from: .declaration).code, "swift")
    }.joined(separator: "\n")
  }

  private var counterexample: String {
    guard let refuted else { return "There is none: \(Markdown.escaped(whyNone)).\n" }
    return
      "The first declared scenario that the checker refutes, with \(StrategyCheck.briefThreads) threads. Each column is a"
      + " thread, each row is a step, and `>>` marks what the finding is about.\n\n"
      + fenced(CheckTable([refuted]).drawings().joined(), "text")
  }

  private var commands: String {
    let lessons = lessons.map { "learn \($0.id)" }
    let commands =
      ["--strategy \(info.id)", "check --strategy \(info.id)", "explain \(info.id)"]
      + lessons
    return commands.map { "    \(Tool.current.name) \($0)\n" }.joined()
  }

  private func fenced(_ text: String, _ language: String) -> String { "```\(language)\n\(text)```\n" }
}
