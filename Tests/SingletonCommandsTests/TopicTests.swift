import CommandTestSupport
import SingletonCore
import SingletonMemoryModels
import SingletonPresentation
import SingletonReports
import Testing

@testable import SingletonCommands

@Suite struct `Explanations of words` {
  private static let names: [String] =
    Scenario.allCases.map(\.id) + Verdict.Kind.allCases.map(\.rawValue) + Defect.allCases.map(\.rawValue)
    + Grade.allCases.map(\.rawValue) + RowStatus.meanings.map(\.word) + Usage.allCases.flatMap { [$0.title, $0.label] }
    + Verdict.Kind.allCases.flatMap { [$0.label, Verdict($0).cell.text] } + MemoryModel.allCases.map(\.rawValue)
    + StressColumns.all.map(\.name)
    + CheckColumns.all.map(\.name)
    + CheckVerdict.allCases.map(\.description) + Defect.allCases.map(\.meaning)
    + [
      "ns", "violating", "verdicts", "answers", "stale", "defects", "grades", "statuses", "models", "scenarios",
      "columns", "exit-codes",
      "sources", "uses", "use", "idioms", "half-built",
    ]

  @Test func `every word of a report is explained`() throws {
    let vocabulary = Vocabulary(.standard)
    for name in Self.names {
      guard case .topics(let topics)? = vocabulary.meaning(of: name) else {
        Issue.record("\(name) has no explanation")
        continue
      }
      for topic in topics {
        let lines = topic.text(width: 80).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count > 3 && lines[1].isEmpty && lines.allSatisfy { $0.count <= 80 }, "\(name)")
      }
    }
  }

  @Test func `a word of several meanings is explained with each`() {
    let text = invoke(["explain", "ok"], catalog: .standard).output
    for kind in ["proved: a verdict", "safe: a verdict", "ok: a status"] { #expect(text.contains(kind)) }
  }

  @Test func `a defect's name in the table and its name in reports are explained together`() {
    for name in ["two", "instances"] {
      let text = invoke(["explain", name], catalog: .standard).output
      #expect(text.contains("\n  in the table  two\n") && text.contains("\n  in reports    instances\n"))
    }
  }

  @Test func `uses are explained with the columns and the scenarios`() {
    let text = invoke(["explain", "uses"], catalog: .standard).output
    for usage in Usage.allCases { #expect(text.contains("\n  \(usage.label) ") && text.contains(usage.title)) }
    for scenario in Scenario.allCases { #expect(text.contains(scenario.id)) }
  }

  @Test func `exit codes are explained as in the help`() {
    let text = invoke(["explain", "exit-codes"], catalog: .standard).output
    for code in ExitCode.allCases { #expect(text.contains("\n  \(code.rawValue) ")) }
  }

  @Test func `an unknown word gives exit code 64, with near ones`() {
    let result = invoke(["explain", "half-build"], catalog: .standard)
    #expect(result.code == .usage)
    #expect(result.messages.contains("nothing is called \"half-build\"") && result.messages.contains("half-built"))
  }

  @Test func `only a strategy has a page`() {
    #expect(invoke(["explain", "first-access", "--format", "markdown"], catalog: .standard).code == .usage)
  }
}

@Suite struct `The command columns` {
  @Test(arguments: ToolContents.standard.files.map(\.id)) func `columns prints every column of a file with its meaning`(
    id: String
  ) throws {
    let reference = try #require(ToolContents.standard.files.first { $0.id == id })
    let text = invoke("columns", "--of", id).output
    let markdown = invoke("columns", "--of", id, "--format", "markdown").output
    for name in reference.columns.map(\.term) {
      #expect(text.contains("\n  \(name) "))
      #expect(markdown.contains("\n| \(name) | "))
    }
  }

  @Test func `columns of an unknown file gives exit code 64`() {
    let result = invoke("columns", "--of", "chekc")
    #expect(result.code == .usage && result.messages.contains("check"))
  }
}
