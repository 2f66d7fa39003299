import SingletonCore
import TestSupport
import Testing

@testable import SingletonPresentation

@Suite struct `Pages` {
  private static let one = PageReport(rows: SampleRows.all)

  private static func two() -> [PageReport] {
    let healed = SampleRows.all.map { row in
      row.key.strategy == "semaphore-guarded-inherited"
        ? SampleRows.row(row.key.strategy, grade: .passed, measured: SampleRows.measured(trials: 3_201_024)) : row
    }
    return [PageReport(name: "old", rows: SampleRows.all), PageReport(name: "new", rows: healed)]
  }

  @Test func `the page of one report and a check is as recorded`() throws {
    let report = PageReport(rows: Array(SampleRows.all.prefix(2)))
    try expectGolden(Self.body(of: Page([report], check: [SampleResults.rows[0]]).text), named: "page.html")
  }

  /// Returns what a page says, without the style sheet and the script, which are in their source files.
  private static func body(of page: String) throws -> String {
    let begin = try #require(page.firstRange(of: "<body>")).lowerBound
    let end = try #require(page.firstRange(of: "<script>")).lowerBound
    return String(page[begin..<end]) + "\n"
  }

  @Test func `a page is XML, begins with its verdict, and has a text for each drawing`() throws {
    for text in [Page([Self.one], check: SampleResults.rows).text, Page(Self.two()).text] {
      let page = try ParsedPage(text)
      let body = try #require(page.elements.firstIndex { $0.name == "body" })
      #expect(page.elements[body + 1].name == "header" && page.elements[body + 2].name == "h1")
      let ids = page.elements.compactMap { $0.attributes["id"] }
      #expect(Set(ids).count == ids.count)
      let drawings = page.all("svg").filter { $0.attributes["role"] == "img" }
      #expect(drawings.count >= 2)
      for drawing in drawings {
        let names = try #require(drawing.attributes["aria-labelledby"]).split(separator: " ").map(String.init)
        #expect(names.count == 2)
        for name in names { #expect(page.elements.contains { $0.attributes["id"] == name && !$0.text.isEmpty }) }
      }
      for link in page.all("a") { #expect(ids.contains(String(try #require(link.attributes["href"]).dropFirst()))) }
    }
  }

  @Test(arguments: ["http", "//", "url(", "src=", "@import", "javascript:", "<link", "<iframe", "<object"])
  func `a page has no address and nothing to load`(text: String) {
    #expect(!Page([Self.one], check: SampleResults.rows).text.contains(text))
    #expect(!Page(Self.two()).text.contains(text))
  }

  @Test func `without its script, a page shows every step, and no button that does nothing`() throws {
    let page = try ParsedPage(Page([Self.one], check: SampleResults.rows).text)
    let steppers = page.all("div").filter { $0.attributes["class"] == "stepper" }
    #expect(steppers.count == 2 && steppers.allSatisfy { $0.attributes["hidden"] != nil })
    #expect(page.all("button").allSatisfy { $0.attributes["type"] == "button" } && page.all("button").count == 6)
    #expect(page.all("output").allSatisfy { $0.attributes["aria-live"] == "polite" })
    #expect(page.elements.count { $0.attributes["hidden"] != nil } == 2)
    #expect(page.all("td").count { $0.text.contains("reads instance: nil") } == 2)
    #expect(page.all("script").count == 1)
  }

  @Test func `on paper, the answers of a lesson are open, and all else that is folded stays so`() throws {
    let page = try ParsedPage(Page([Self.one], check: SampleResults.rows).text)
    let print = try #require(page.all("style")[0].text.split(separator: "@media print").last)
    #expect(print.contains("  details.answer::details-content { content-visibility: visible; }"))
    #expect(print.contains("h1, h2, h3, summary, caption, .legend, section > p { break-after: avoid; }"))
    #expect(page.all("script")[0].text.contains("querySelectorAll('details.answer:not([open])')"))
  }

  private static func lead(_ page: ParsedPage) -> String? {
    page.all("p").first { $0.attributes["class"] == "lead" }?.text
  }

  private static func safe(_ strategy: String) -> StressRow {
    SampleRows.row(strategy, grade: .passed, measured: SampleRows.measured(trials: 1_000))
  }

  private static func unsafe(_ strategy: String) -> StressRow {
    SampleRows.row(
      strategy, .defect(.instances), grade: .reproduced,
      measured: SampleRows.measured(trials: 1_000) {
        $0[.violatingTrials] = 500
        $0[.multiInstanceTrials] = 500
        $0[.instancesMax] = 2
      })
  }

  @Test func `a page begins with how many strategies are safe, and is not green if one is unsafe`() throws {
    let rows = ["a", "b", "c"].map(Self.safe) + [Self.unsafe("d"), Self.unsafe("e")]
    let page = try ParsedPage(Page([PageReport(rows: rows)]).text)
    let header = page.all("header")[0]
    let lead =
      "Of 5 strategies, 3 showed no defect if callers only ask: all threads got the same instance, in at least 1,000 trials each (after none in 1,000, a rate above 0.3% is unlikely: 95%, each row alone, if trials are independent); no check has proved any of them."
    #expect(Self.lead(page) == lead)
    #expect(page.all("h1")[0].text == "singleton-bench: 2000-01-01; Model, \"A\" 40; 2 cores; 64 threads")
    #expect(header.text.contains("✗ 2 are unsafe."))
    let declared =
      "All defects that are declared for a run were seen, and no others, which says nothing of what was not seen enough."
      + " 5 rows, as expected: 3 showed no defect"
    #expect(!header.text.contains(declared) && page.all("section").last?.text.contains(declared) == true)
    #expect(header.attributes["class"] == "verdict mixed")
    #expect(page.all("title")[0].text.contains("3 showed no defect if callers only ask"))
  }

  @Test func `a page names the strategies that only the checker refutes`() throws {
    let rows = ["a", "b", "c", "d"].map { id in
      var row = Self.safe(id)
      if id > "b" { row.verdict = Verdict(.refuted, [.halfBuilt], models: [.halfBuilt: .rc11]) }
      return row
    }
    let header = try ParsedPage(Page([PageReport(rows: rows)]).text).all("header")[0]
    #expect(header.text.contains("2 showed none, but the model checker refutes this form: c, d."))
    let screen = StrategyTable(rows).text(width: 400)
    #expect(screen.contains(" 2 showed none, but the model checker refutes this form.\n"))
  }

  @Test func `the table of strategies is as wide as the page, and a dot is what was not tried`() throws {
    var copied = Self.safe("copied")
    copied.key.scenario = Scenario.copy.id
    let page = try ParsedPage(Page([PageReport(rows: [Self.safe("copied"), copied, Self.safe("once")])]).text)
    let table = page.all("table")[0]
    #expect(table.attributes["class"] == "matrix whole")
    #expect(!page.all("div").contains { $0.attributes["aria-label"] == "What was seen of each strategy" })
    let dots = page.all("td").filter { $0.attributes["class"] == "none" }
    #expect(dots.count == 2 && dots.allSatisfy { $0.text == "." }, "one here, one in the matrix")
    #expect(page.all("td").contains { $0.attributes["data-title"] == "copying" && $0.text.contains("none in 1.0 k") })
  }

  @Test func `a page of few strategies begins with the verdict on each`() throws {
    let page = try ParsedPage(Page([PageReport(rows: [Self.safe("once"), Self.unsafe("lazy")])]).text)
    #expect(Self.lead(page) == "once: none in 1.0 k; lazy: unsafe: two instances")
    let green = try ParsedPage(Page([PageReport(rows: [Self.safe("once")])]).text)
    #expect(green.all("header")[0].attributes["class"] == "verdict unproved")
  }

  @Test func `a page says how a run differs from its declarations before its verdict`() throws {
    let weak = SampleRows.row(
      "lazy", .defect(.instances), grade: .notReproduced, measured: SampleRows.measured(trials: 100))
    let absent = SampleRows.row("once", status: .skipped("no cores"))
    for (rows, words) in [([weak], "! Too weak"), ([absent], "! Incomplete"), (SampleRows.all, "! The run was inter")] {
      let header = try ParsedPage(Page([PageReport(rows: rows)]).text).all("header")[0]
      let place = try #require(header.text.firstRange(of: words))
      let lead = try #require(Self.lead(ParsedPage(Page([PageReport(rows: rows)]).text)))
      #expect(place.lowerBound < header.text.firstRange(of: lead)!.lowerBound)
    }
  }

  @Test func `a page of two reports begins with what is worse in the new one`() throws {
    let reports = { (names: [String]) in
      names.enumerated().map { PageReport(name: $1, rows: $0 == 0 ? [Self.safe("once")] : [Self.broken("once")]) }
    }
    let page = try ParsedPage(Page(reports(["old", "new"])).text)
    let header = page.all("header")[0].text
    let worse = "✗ Worse than before: 1 row. once, first-access, 64 threads: a promise is newly broken: passed before"
    let failed = "✗ new: Failed: something happened that is not declared"
    #expect(header.contains(worse) && header.contains(failed), "\(header)")
    #expect(
      try header.firstRange(of: failed)!.lowerBound < header.firstRange(of: #require(Self.lead(page)))!.lowerBound)
    #expect(page.all("title")[0].text.hasPrefix("singleton-bench: new: Failed: "))
    #expect(page.all("table").contains { $0.text.contains("worse: first-access, 64 threads") })
    let better = try ParsedPage(Page(reports(["old", "new"]).reversed()).text)
    #expect(!better.all("header")[0].text.contains("Worse than before"))
  }

  private static func broken(_ strategy: String) -> StressRow {
    SampleRows.row(
      strategy, grade: .failed,
      measured: SampleRows.measured(trials: 1_000) {
        $0[.violatingTrials] = 5
        $0[.multiInstanceTrials] = 5
        $0[.instancesMax] = 2
      })
  }

  @Test func `the chart of costs has no sign of safety for what was not tried with callers that ask once`() throws {
    var rows = [Self.timed("asked", 200), Self.timed("ended", 10)]
    rows[1].key.scenario = Scenario.teardown.id
    let page = try ParsedPage(Page([PageReport(rows: rows)]).text)
    let labels = page.all("text").filter { $0.attributes["class"] == "label" }.map(\.text)
    #expect(labels.prefix(2).map { $0.prefix($0.count / 2) } == ["? ended, 10 ns", "○ asked, 200 ns"])
    #expect(page.all("ul").contains { $0.text.contains("not tried so") })
  }

  @Test func `a name in a list on a page has its form in parentheses, not after a comma`() throws {
    let rows = ["a", "b"].map { name in
      var row = Self.unsafe(name)
      row.key.form = name == "b" ? RowForm.plain.rawValue : row.key.form
      row.measured?.tally[.violatingTrials] = 1_000
      return row
    }
    let page = try ParsedPage(Page([PageReport(rows: rows)]).text)
    #expect(page.all("p").contains { $0.text == "In every trial of this run, of at least 1,000 each: a, b (plain)." })
  }

  @Test func `on a narrow page the caption of the table of strategies is as wide as the page`() throws {
    let style = try ParsedPage(Page([Self.one]).text).all("style")[0].text
    #expect(style.contains("  table.whole, table.whole caption, table.whole tbody { display: block; }"))
  }

  @Test func `a check changes the verdicts of rows that have none from the checker`() throws {
    let refuted = SampleResults.row(
      "lazy", .refuted, grade: .reproduced, executions: 5, strongest: .rc11, example: SampleResults.example())
    let proved = SampleResults.row("once", .proved, grade: .passed, executions: 5)
    var one = Self.safe("lazy")
    one.key.threads = 1
    let page = Page([PageReport(rows: [Self.safe("lazy"), Self.safe("once"), one])], check: [refuted, proved]).text
    #expect(
      try Self.lead(ParsedPage(page))
        == "once: model-checked for 2 threads; lazy: none in 2.0 k; the harness's form is refuted: two instances (a compiler)"
    )
    let alone = Page([PageReport(rows: [one])], check: [refuted]).text
    #expect(try Self.lead(ParsedPage(alone)) == "lazy: not seen enough")
  }

  @Test func `without results of check, a page says where its proofs come from, or that it has none`() throws {
    let limits = { (row: StressRow) in
      let page = try ParsedPage(Page([PageReport(rows: [row])]).text)
      return try #require(page.all("section").first { $0.attributes["aria-labelledby"] == "limits" }).text
    }
    var proved = Self.safe("once")
    proved.verdict = Verdict(.proved)
    let said = try limits(proved)
    #expect(said.contains("comes from the check of the harness's form that the run made itself, for 2 threads"))
    #expect(said.contains("Proved of the harness's form, for ") && !said.contains("Nothing here is proved"))
    #expect(try limits(Self.safe("once")).contains("Nothing here is proved: the run did not ask the checker"))
  }

  @Test func `a proof under a strong memory model makes no verdict`() throws {
    var proved = SampleResults.row("once", .proved, grade: .passed, executions: 5)
    proved.model = .sc
    let page = Page([PageReport(rows: [Self.safe("once")])], check: [proved]).text
    #expect(try Self.lead(ParsedPage(page)) == "once: none in 1.0 k")
  }

  @Test func `each cell of the matrix has the color, the sign and the words of its verdict`() throws {
    let page = try ParsedPage(Page([PageReport(rows: [Self.safe("once"), Self.unsafe("lazy")])]).text)
    let cells = page.all("div").filter { $0.attributes["class"]?.hasPrefix("cell ") == true }
    #expect(cells.contains { $0.attributes["class"] == "cell unproved" && $0.text.contains("○ none in 1.0 k") })
    #expect(cells.contains { $0.attributes["class"] == "cell bad" && $0.text.contains("✗ unsafe: two50.0% of 1.0 k") })
  }

  private static func timed(_ strategy: String, _ access: Double, isSafe: Bool = true, threads: Int = 2) -> StressRow {
    var row = isSafe ? safe(strategy) : unsafe(strategy)
    row.key.threads = threads
    row.measured?.access = SampleRows.measured(trials: 1, access: access).access
    return row
  }

  @Test func `the table of strategies has the safe ones first, the cheapest at the top`() throws {
    let rows = [Self.timed("cheap", 1, isSafe: false), Self.timed("dear", 200), Self.timed("fair", 10)]
    let page = try ParsedPage(Page([PageReport(rows: rows)]).text)
    let lines = page.all("table")[0].text.split(separator: "\n").map(String.init)
    let places = ["fair", "dear", "cheap"].map { name in lines.firstIndex { $0.hasPrefix(name) } }
    #expect(places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    #expect(lines.contains { $0.contains("unsafe: two instances") })
  }

  @Test func `the chart of costs is sorted by cost, and marks what is unsafe`() throws {
    let rows = [Self.timed("dear", 200), Self.timed("cheap", 1, isSafe: false), Self.timed("fair", 10)]
    let page = try ParsedPage(Page([PageReport(rows: rows)]).text)
    let labels = page.all("text").filter { $0.attributes["class"] == "label" }.map(\.text)
    // The label of each line is twice in it: as a text, and as the title of a shortened one.
    #expect(labels.prefix(3).map { $0.prefix($0.count / 2) } == ["✗ cheap, 1 ns", "○ fair, 10 ns", "○ dear, 200 ns"])
    let drawing = try #require(
      page.elements.firstIndex { $0.attributes["aria-labelledby"]?.hasPrefix("costs-") == true })
    let marks = page.elements[drawing...].filter { $0.attributes["class"] == "mark" }.prefix(3)
    let shares = marks.compactMap { Double($0.attributes["x"]!.dropLast()) }
    #expect(shares == shares.sorted() && shares.count == 3)
    let crosses = page.elements.filter { $0.attributes["class"] == "stroke bad" }
    #expect(crosses.count == 2, "one in the legend, one in the chart")
  }

  @Test func `a cost on all cores is drawn only if it was timed`() throws {
    var row = Self.timed("once", 1)
    #expect(!(try ParsedPage(Page([PageReport(rows: [row])]).text).elements.contains { $0.attributes["id"] == "cost" }))
    let access = row.measured?.access
    row.measured?.allCoresAccess = access
    #expect(try ParsedPage(Page([PageReport(rows: [row])]).text).elements.contains { $0.attributes["id"] == "cost" })
  }

  @Test func `what violates in every trial is named in a line, and the rest is drawn`() throws {
    var always = Self.unsafe("always")
    always.measured?.tally[.violatingTrials] = 1_000
    let page = try ParsedPage(Page([PageReport(rows: [always, Self.unsafe("lazy")])]).text)
    #expect(page.all("p").contains { $0.text == "In every trial of this run, of at least 1,000 each: always." })
    let drawn = page.all("desc").map(\.text).filter { $0.contains("64 threads") }
    #expect(drawn == ["A line for each of: lazy, 64 threads. A table has the figures."])
  }

  @Test func `a first access that was timed in few starts has a mark in the table of times`() throws {
    var row = Self.timed("static-let", 5)
    row.measured?.firstAccess = SampleRows.measured(trials: 1, access: 5).firstAccess
    row.measured?.firstAccess?.count = 8
    let page = try ParsedPage(Page([PageReport(rows: [row])]).text)
    #expect(page.all("tr").contains { $0.text.hasPrefix("static-let-50*200*50.25") })
    #expect(page.all("p").contains { $0.text == "*: timed in only 4 starts of a process" })
  }

  @Test func `a cost on all cores says its two states, and that cache lines took long`() {
    let rows = [("near", 40.0), ("far", 190)].map { strategy, way in
      var row = Self.timed(strategy, 5)
      row.measured?.access?.line = way
      let access = row.measured?.access
      row.measured?.allCoresAccess = access
      return row
    }
    var far = rows[1]
    far.measured?.allCoresAccess?.states = AccessTiming.States()
    far.measured?.allCoresAccess?.states?.fast = 490
    far.measured?.allCoresAccess?.states?.slow = 29_600
    far.measured?.allCoresAccess?.states?.slowShare = 0.03
    let text = RunTable([rows[0], far], showing: .times).text(width: 200)
    #expect(text.contains(" 490, 3.00% 29600^ "), "\(text)")
    #expect(text.contains("^: a cache line took 190 ns or more from core to core then, instead of 40\n"), "\(text)")
    #expect(text.contains("two states, and how many of the batches were in the slower one"))
    var scattered = rows[0]
    scattered.measured?.allCoresAccess?.p50 = 100
    scattered.measured?.allCoresAccess?.p90 = 141
    let marked = RunTable([scattered], showing: .times).text(width: 200)
    #expect(marked.contains(" 100? ") && marked.contains("\n?: a tenth of the batches took more than 1.4 times"))
    scattered.measured?.allCoresAccess?.p90 = 140
    #expect(!RunTable([scattered], showing: .times).text(width: 200).contains(/[?^]/))
  }

  @Test func `the cost alone and that on all cores are drawn`() throws {
    let rows = ["once", "mutex"].map { name in
      var row = Self.timed(name, 5)
      let access = row.measured?.access
      row.measured?.allCoresAccess = access
      row.measured?.allCoresAccess?.p50 = 40
      return row
    }
    let page = try ParsedPage(Page([PageReport(rows: rows)]).text)
    let drawing = try #require(
      page.elements.firstIndex { $0.attributes["aria-labelledby"]?.hasPrefix("cost-") == true })
    let marks = page.elements[drawing...].prefix { $0.attributes["id"] != "first" }.map { $0.attributes["class"] }
    #expect(marks.count { $0 == "solid access" } == 4)
  }

  @Test func `a chart without data says so`() throws {
    let text = Page([PageReport(rows: [SampleRows.row("once", status: .interrupted)])], check: []).text
    _ = try ParsedPage(text)
    for sentence in ["No row has times of later accesses", "No trial of any row violated", "No execution broke"] {
      #expect(text.contains(sentence))
    }
  }

  private static func page(old: [Double], new: [Double], fingerprint: String = "") throws -> ParsedPage {
    let reports = [("old", old), ("new", new)].map { name, times in
      PageReport(
        name: name,
        rows: times.enumerated().map { index, time in
          var row = timed("once", time)
          row.key.replicate = index + 1
          if name == "new", !fingerprint.isEmpty { row.host.fingerprint = fingerprint }
          return row
        })
    }
    return try ParsedPage(Page(reports).text)
  }

  private static let six = [10.0, 11, 12, 13, 14, 15]

  private static let advice = "This page does not judge times. Use compare (--gate-time) to see which have changed."

  @Test func `a page of two reports does not say which times have changed, and points to compare`() throws {
    let slower = try Self.page(old: Self.six, new: Self.six.map { 2 * $0 })
    let changes = try #require(slower.all("section").first { $0.text.hasPrefix("What changed") })
    let lines = changes.text.split(whereSeparator: \.isNewline)
    #expect(lines == ["What changed", "All verdicts are the same.", Self.advice[...]])
  }

  @Test func `a page of reports from two machines says that their times cannot be compared`() throws {
    let page = try Self.page(old: Self.six, new: Self.six, fingerprint: "another").all("body")[0].text
    #expect(page.contains("their times cannot be compared") && !page.contains(Self.advice))
  }

  @Test func `a page of two reports lists the verdicts that changed`() throws {
    let page = try ParsedPage(Page(Self.two()).text)
    let changes = page.all("table").filter { $0.text.contains("Changed verdicts") }
    #expect(changes.count == 1 && changes[0].text.contains("semaphore-guarded-inherited"))
    #expect(!changes[0].text.contains("unsynchronized"))
  }
}

@Suite struct `Counterexamples on a page` {
  @Test func `a counterexample on a page has a line from the first step that the finding is about to the last`() throws
  {
    let steps = [false, true, false, true, false].enumerated().map { index, isConcerned in
      Counterexample.Step(
        column: index % 2, source: nil, operation: "reads", staleness: nil, isConcerned: isConcerned)
    }
    let example = Counterexample(
      finding: .race, columns: ["thread 1", "thread 2"], steps: steps, sentence: "a data race.", code: "CODE")
    let results = [
      SampleResults.row("any", .refuted, grade: .reproduced, executions: 1, strongest: .sc, example: example)
    ]
    let page = try ParsedPage(Page([PageReport(rows: [SampleRows.row("any", grade: .passed)])], check: results).text)
    #expect(page.all("th").filter { $0.attributes["class"] == "joined" }.map(\.text) == ["2", "3", "4"])
    #expect(page.all("td").count { $0.attributes["class"] == "branch" } == 2)
  }
}
