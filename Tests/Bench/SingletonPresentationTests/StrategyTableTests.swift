import Foundation
import SingletonCore
import TestSupport
import Testing

@testable import SingletonPresentation

@Suite struct `Tables of strategies` {
  private static func row(
    _ strategy: String, _ scenario: Scenario, _ verdict: Verdict, threads: Int = 2, access: Double? = nil,
    change: (inout Tally) -> Void = { _ in }
  ) -> StressRow {
    var row = SampleRows.row(
      strategy, grade: .passed, measured: SampleRows.measured(trials: 1_000, access: access, change: change),
      scenario: scenario, threads: threads)
    row.verdict = verdict
    return row
  }

  private static let proved = Verdict(.proved)
  private static let two = Verdict(.unsafe, [.instances])

  /// Builds twice, and keeps its promise.
  private static func builtTwice(_ strategy: String, threads: Int = 2) -> StressRow {
    row(strategy, .firstAccess, proved, threads: threads) { $0[.talliedInits] += 7 }
  }

  /// Returns the first words of the lines of a table without the text around it.
  private static func names(_ rows: [StressRow]) -> [String] {
    StrategyTable(rows).text(width: 200).split(separator: "\n").drop { !$0.hasPrefix("strategy") }.dropFirst()
      .prefix(Set(rows.map(\.key.strategy)).count).map { String($0.prefix { $0 != " " }) }
  }

  @Test func `what breaks when callers drop the instance and ask again is not simply safe`() {
    let rows =
      ["a", "b", "c", "weak"].map { Self.row($0, .firstAccess, Self.proved) }
      + [Self.row("weak", .reacquire, Verdict(.unsafe, [.nilResults]))]
    let text = StrategyTable(rows).text(width: 400)
    #expect(
      text.hasPrefix(
        """
        Of 4 strategies, 4 showed no defect if callers only ask: all threads got the same instance, in at least 1,000 trials each (after none in 1,000, a rate above 0.3% is unlikely: 95%, each row alone, if trials are independent); 4 of them are model-checked for 2 threads. 1 of these broke, or is refuted, if callers drop the instance and ask again: weak.

        """), "\(text)")
    #expect(text.contains(/weak +model-checked .*unsafe: nil|weak +model-checked.* nil/), "\(text)")
    #expect(Self.names(rows) == ["a", "b", "c", "weak"])
  }

  @Test func `what breaks in another use is not simply safe`() {
    let rows =
      ["a", "b", "c", "weak"].map { Self.row($0, .firstAccess, Self.proved) }
      + [Self.row("weak", .reacquire, Verdict(.unsafe, [.nilResults])), Self.row("a", .mixedConstruction, Self.two)]
    let text = StrategyTable(rows).text(width: 400)
    let sentence =
      "2 of these broke, or are refuted, in another use, 1 of them if callers drop the instance and ask again: weak.\n"
    #expect(text.contains(sentence), "\(text)")
  }

  @Test func `a strategy that was tried in few uses is not the first for that`() {
    let rows =
      ["barely-tried", "tried", "tried-more"].map { Self.row($0, .firstAccess, Self.proved, access: 1) }
      + ["tried", "tried-more"].map { Self.row($0, .copy, Self.proved) }
      + [Self.row("tried-more", .subclass, Self.proved), Self.row("tried-more", .mixedConstruction, Self.two)]
    #expect(Self.names(rows) == ["tried-more", "tried", "barely-tried"])
    #expect(!StrategyTable(rows).text().contains("every use that was tried"))
    #expect(
      StrategyTable(rows).text(width: 200).contains(
        "\nThose without a defect first; among equals, those that held in more uses, then the lowest measured cost.\n"
      ))
  }

  @Test func `the table says which strategy to write, as far as it was safe here`() {
    let advice = [("a", "one"), ("b", "two"), ("z", "three")].map { Tool.Advice(strategy: $0.0, need: $0.1) }
    let rows =
      ["a", "c", "d"].map { Self.row($0, .firstAccess, Self.proved) }
      + [Self.row("b", .firstAccess, Self.two), Self.row("c", .copy, Self.proved)]
    let (text, names) = Tool.$current.withValue(Tool(name: "x", hasCourse: false, advice: advice)) {
      (StrategyTable(rows).text(width: 200), Self.names(rows))
    }
    #expect(text.hasPrefix("What to write, as the catalog advises: a for one.\n"), "\(text)")
    #expect(names == ["a", "c", "d", "b"], "the advised one first, although c is safe in more uses")
    #expect(text.contains("what to write, then those that") && !StrategyTable(rows).text().contains("what to write"))
    #expect(!StrategyTable(rows).text().contains("What to write"))
  }

  @Test func `initializers that ran more than once are seen in the table, on the page and in Markdown`() throws {
    let rows = [Self.builtTwice("compare-exchange"), Self.row("mutex", .firstAccess, Self.proved)]
    let narrow = StrategyTable(rows).text(width: 60)
    #expect(narrow.contains(/compare-exchange +model-checked\+/), "\(narrow)")
    #expect(narrow.contains(/mutex +model-checked +-/), "\(narrow)")
    let meaning = "+: built more than once, which the promise allows"
    #expect(narrow.split(separator: "\n").joined(separator: " ").contains(meaning), "\(narrow)")
    let words = "model-checked for 2 threads; built more than once"
    let wide = StrategyTable(rows).text(width: 200)
    #expect(wide.contains(words) && !wide.contains("+:"), "\(wide)")
    #expect(StrategyTable(rows).markdown.contains("| compare-exchange | \(words) |"))
    let page = try ParsedPage(Page([PageReport(rows: rows)]).text)
    #expect(page.all("table")[0].text.contains("✓ " + words))
  }

  @Test func `what a defect overshadows is not marked`() {
    let row = Self.row("lazy", .firstAccess, Self.two) { $0[.talliedInits] += 7 }
    #expect(!StrategyTable([row]).text().contains("+"))
  }

  @Test(arguments: [40, 60, 80, 100]) func `trials and violating stay at any width, and what has no room is named`(
    width: Int
  ) {
    let usages = Scenario.allCases.map { Self.row("semaphore-guarded-inherited", $0, Self.proved) }
    let text = StrategyTable(usages).text(width: width)
    let head = text.prefix { $0 != "\n" }.split(separator: " ")
    #expect(head.contains("trials") && head.contains("violating"))
    let labels = Usage.allCases.dropFirst().map(\.label)
    let hidden = labels.filter { !head.contains(Substring($0)) }
    let said = text.split(separator: "\n").joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(
      said.contains("No room in \(width) columns for \(hidden.joined(separator: ", ")): --format rows")
        == !hidden.isEmpty, "\(text)")
    #expect(hidden.isEmpty == (width == 100))
  }

  @Test func `a table of several thread counts says that they count together`() {
    let rows = [2, 8, 64].map { Self.row("mutex", .firstAccess, Self.proved, threads: $0) }
    let text = StrategyTable(rows).text(width: 200)
    #expect(
      text.contains("\n2, 8 and 64 threads count together: the worst verdict, all trials; --format rows has each"))
    #expect(!StrategyTable([rows[0]]).text(width: 200).contains("count together"))
  }

  @Test func `on a terminal the answer comes last, and elsewhere first`() {
    let rows = ["a", "b", "c", "d"].map { Self.row($0, .firstAccess, Self.proved) }
    let answer = "Of 4 strategies, 4 showed no defect if callers only ask: all threads"
    #expect(StrategyTable(rows).text(width: 300).hasPrefix(answer))
    let terminal = StrategyTable(rows).text(width: 300, before: "\n4 rows.\n")
    #expect(
      terminal.hasPrefix("strategy ") && terminal.contains("\n\n4 rows.\n\n\(answer)")
        && terminal.hasSuffix("model-checked for 2 threads.\n"))
  }

  @Test func `a time that was measured while the machine was slow is marked`() throws {
    var slow = Self.row("actor", .firstAccess, Self.proved, access: 1840)
    slow.measured?.access?.floor = 1.2
    var usual = Self.row("mutex", .firstAccess, Self.proved, access: 5)
    usual.measured?.access?.floor = 1
    for text in [StrategyTable([slow, usual]).text(width: 200), RunTable([slow, usual]).text(width: 200)] {
      #expect(text.contains("1840~ ") && text.contains(" 5 "), "\(text)")
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        words.contains("~: the machine was slower then than during other rows here: the empty loop took more than 1.1"))
    }
    #expect(!StrategyTable([slow]).text().contains("~"), "there is nothing to compare it with")
    #expect(try ParsedPage(Page([PageReport(rows: [slow, usual])]).text).all("table")[0].text.contains("1840~"))
    slow.host.fingerprint = "another machine"
    #expect(!StrategyTable([slow, usual]).text().contains("~"))
    slow.host = usual.host
    slow.key.form = RowForm.plain.rawValue
    #expect(!RunTable([slow, usual]).text().contains("~"), "the listings' empty loop is another one")
    slow.key.form = usual.key.form
    slow.measured?.access?.floor = 0
    #expect(!StrategyTable([slow, usual]).text().contains("~"), "the report lacks its floor")
  }

  @Test func `a time that is no longer than the empty loop's is marked as one that cannot be told from nothing`() throws
  {
    let rows = [("below", 0.98), ("above", 1.2), ("actor", 40)].map { id, access in
      var row = Self.row(id, .firstAccess, Self.proved, access: access)
      row.measured?.access?.floor = id == "below" ? 0.95 : 1
      return row
    }
    for text in [StrategyTable(rows).text(width: 200), RunTable(rows).text(width: 200), StrategyTable(rows).markdown] {
      #expect(text.contains(#/\ 0\.98(<|&lt;) /#) && text.contains(" 1.2 ") && text.contains(" 40 "), "\(text)")
    }
    let words = StrategyTable(rows).text().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("<: no longer than the loop without a strategy, so it cannot be told from nothing"))
    #expect(try ParsedPage(Page([PageReport(rows: rows)]).text).all("table")[0].text.contains("0.98<"))
    #expect(!StrategyTable(Array(rows.dropFirst())).text().contains("<"))
  }

  @Test func `what no trial broke is said with the number of trials, and nowhere called safe`() throws {
    let rows = [(Verdict(.safe), UInt64(20)), (Verdict(.refuted, [.halfBuilt], models: [.halfBuilt: .arm]), 23)].map {
      verdict, trials in
      var row = Self.row("s-\(trials)", .firstAccess, verdict)
      row.measured?.tally[.trials] = trials
      row.key.form = RowForm.plain.rawValue
      return row
    }
    let copies = rows.map { row in
      var row = row
      row.key.scenario = Scenario.copy.id
      return row
    }
    let narrow = StrategyTable(rows + copies).text(width: 80)
    #expect(narrow.contains(/s-20 +none in 20 .* none +none\n/), "\(narrow)")
    #expect(narrow.contains(/s-23 +harness refuted .* none +none\?\n/), "\(narrow)")
    let page = try ParsedPage(Page([PageReport(rows: rows + copies)]).text)
    let cells = page.all("td").map(\.text)
    #expect(cells.contains { $0.contains("○ none in 20") })
    let refuted = "none in 23; the harness's form is refuted: half-built (ARM or a compiler)"
    #expect(cells.contains { $0.contains("! " + refuted) }, "\(cells)")
    let lines = RunTable(rows).text(width: 200)
    #expect(lines.contains(" none in 20\n") && lines.contains(" \(refuted)\n"), "\(lines)")
    for text in [narrow, StrategyTable(rows + copies).text(width: 200), StrategyTable(rows + copies).markdown, lines] {
      #expect(!text.contains(/\bsafe\b/), "\(text)")
    }
    #expect(!cells.contains { $0.contains(/\bsafe\b/) }, "\(cells)")
    let four = StrategyTable(["a", "b", "c", "d"].map { Self.row($0, .firstAccess, Verdict(.safe)) }).text(width: 300)
    #expect(
      four.contains(
        "in at least 1,000 trials each (after none in 1,000, a rate above 0.3% is unlikely: 95%, each row alone, if trials are independent)"
      ),
      "\(four)")
    #expect(
      Verdict.Kind.safe.meaning.hasSuffix(
        "after none in 20, a rate above 14% is unlikely: 95%, each row alone, if trials are independent."))
  }

  @Test(arguments: [RowStatus.hung, .trapped("SIGILL")])
  func `a trial that does not end, or ends its process, is counted among so many`(status: RowStatus) throws {
    var row = SampleRows.row("ends", status: status, grade: .passed, measured: SampleRows.measured(trials: 3))
    row.judge(with: nil)
    for text in [
      StrategyTable([row]).text(width: 200), RunTable([row]).text(width: 200), StrategyTable([row]).markdown,
    ] {
      #expect(text.contains(#/ 1\+( of 3)?\s/#) && !text.contains(" none "), "\(text)")
    }
    let note = "1+: at least one did not end, or ended its process"
    for text in [StrategyTable([row]).text(width: 200), RunTable([row]).text(width: 200)] {
      #expect(text.contains(note))
    }
    let cells = try ParsedPage(Page([PageReport(rows: [row])]).text).all("td").map(\.text)
    #expect(cells.contains("1+ of 3") && !cells.contains { $0.contains("0% of 3") }, "\(cells)")
  }

  @Test func `the meaning of a time is one and the same wherever it is explained`() throws {
    let row = [1, 2].map { Self.row("mutex", .firstAccess, Self.proved, threads: $0, access: 5) }
    let page = try ParsedPage(Page([PageReport(rows: row)]).text)
    let parts = page.all("section").filter { $0.text.contains(AccessTiming.meaning) }
    #expect(parts.compactMap { $0.attributes["aria-labelledby"] } == ["safe", "costs"])
    let documentation = Repository.root.appending(
      path: "Sources/Bench/singleton-bench/Documentation.docc/ReadingResults.md")
    #expect(try String(contentsOf: documentation, encoding: .utf8).contains(AccessTiming.meaning))
  }
}
