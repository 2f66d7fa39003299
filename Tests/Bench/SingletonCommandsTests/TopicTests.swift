import CommandTestSupport
import SingletonCore
import SingletonMemoryModels
import SingletonPresentation
import SingletonReports
import SingletonTextFormats
import TestSupport
import Testing

@testable import SingletonCommands

@Suite struct `Explanations of words` {
  private static let names: [String] =
    Scenario.allCases.map(\.id) + Verdict.Kind.allCases.map(\.rawValue) + Defect.allCases.map(\.rawValue)
    + Grade.allCases.map(\.rawValue) + RowStatus.meanings.map(\.word) + Usage.allCases.flatMap { [$0.title, $0.label] }
    + Verdict.Kind.allCases.flatMap { [$0.label, Verdict($0).cell.text, Verdict($0).label(trials: 185_000).text] }
    + MemoryModel.allCases.map(\.rawValue)
    + StressColumns.all.map(\.name)
    + CheckColumns.all.map(\.name)
    + CheckVerdict.allCases.map(\.description) + Defect.allCases.map(\.meaning)
    + [
      "ns", "violating", "verdicts", "answers", "changes", "marks", "stale", "defects", "grades", "statuses", "models",
      "scenarios",
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

  /// Everything that the standard tool can explain, with the values of its options.
  private static let vocabulary = Vocabulary(
    .standard,
    of: [RunCommand(catalog: .standard), CheckCommand(catalog: .standard, listings: nil), CompareCommand()])

  /// Returns the words without an explanation.
  private static func unexplained(_ words: some Sequence<String>) -> [String] {
    words.filter { vocabulary.meaning(of: $0) == nil }
  }

  @Test func `words that readers of tables have asked for are explained`() {
    let words = [
      "plain", "harness", "floor", "oversubscribed", "re-entries", "worse", "same outcomes", "times", "missing", "*",
      "^", "?", "-", "winner", "loser", "p99", "allowed by", "control", "counterexample", "load buffering", "listing",
      "promise", "not decided", "not declared", "known defect not seen", "rows", "siblings",
    ]
    #expect(Self.unexplained(words) == [])
    #expect(
      invoke(["explain", "plain"], catalog: .standard).output.contains(/\n  form, run +What ran: the strategy on/))
    #expect(invoke(["explain", "rows"], catalog: .standard).output.contains("  --format, run "))
    #expect(invoke(["explain", "*"], catalog: .standard).output.contains("fewer than 100 starts"))
  }

  @Test func `every title of a table in the program's source is explained`() throws {
    let literal = /(?:Table\.Column|FigureColumn)\(\s*"([^"\\]+[^ "\\])"/
    let titles = try Repository.swiftFiles(in: "Sources").flatMap { $0.matches(of: literal).map { String($0.1) } }
    #expect(titles.contains("most inst.") && titles.contains("one step weaker") && titles.count > 20)
    let bare = Self.unexplained(Set(titles)).filter { title in
      // A title may add to a word that is explained, such as `verdict, and outcomes`.
      title.split(separator: ", ").first.map { !Self.unexplained([String($0)]).isEmpty } ?? true
    }
    #expect(bare == [])
    #expect(Self.unexplained(Table.withoutRows.flatMap(\.columns).map(\.title)) == [])
  }

  @Test func `every value that a column or an option lists is explained`() {
    let values = ColumnReference.all.flatMap(\.choices).map(\.word)
    #expect(Set(values).isSuperset(of: ["plain", "pthread", "far", "acq_rel", "slower", "same outcomes", "debug"]))
    #expect(Self.unexplained(values) == [])
    let options = RunCommand(catalog: .standard).optionInfos + CompareCommand().optionInfos
    #expect(Self.unexplained(options.flatMap { $0.value?.choices ?? [] }) == [])
  }

  @Test func `every word of a legend and of a narrow cell is explained`() {
    let rows =
      Defect.allCases.enumerated().map { index, defect in
        var row = StressRow.sample("s-\(index)", grade: .failed, measured: .sample(trials: 100, access: 5))
        row.key.scenario = Scenario.allCases[index % Scenario.allCases.count].id
        row.verdict = Verdict(.unsafe, [defect])
        return row
      }
      + Verdict.Kind.allCases.map { kind in
        var row = StressRow.sample("k-\(kind)", grade: .passed, measured: .sample(trials: 100, access: 7))
        row.verdict = Verdict(kind)
        return row
      }
    let text = StrategyTable(rows).text()
    let legend = text.matches(of: #/(?:^|\n|, |,\n)([^\s,:]{1,8}): /#).map { String($0.1) }
    #expect(Set(legend).isSuperset(of: ["ns", "re-ask", "two", "built", "again"]), "\(legend)")
    #expect(Self.unexplained(legend) == [])
    #expect(Self.unexplained(rows.map(\.verdict.cell.text) + ["none in 20", "none in 1.4 M", "1+ of 3", "<"]) == [])
    #expect(Mark.notTried.rawValue == Table.Cell.notTried && Mark.unknown.rawValue == HumanFormat.unknown)
  }

  @Test func `a word of several meanings is explained with each`() {
    for (word, kinds) in [
      "ok": ["proved: a verdict", "ok: a status"], "none": ["safe: a verdict", "none: a value of a column"],
    ] {
      let text = invoke(["explain", word], catalog: .standard).output
      for kind in kinds { #expect(text.contains(kind), "\(text)") }
    }
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
  @Test(arguments: ColumnReference.all.map(\.id)) func `columns prints every column of a file with its meaning`(
    id: String
  ) throws {
    let reference = try #require(ColumnReference.all.first { $0.id == id })
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
