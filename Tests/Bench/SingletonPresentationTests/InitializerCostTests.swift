import SingletonCore
import TestSupport
import Testing

@testable import SingletonPresentation

@Suite struct `Rates by the cost of the initializer` {
  /// Returns a row of 10,000 trials with so many that violate, each with the given number of initializers.
  private static func row(
    _ strategy: String, _ cost: String, violating: UInt64, inits: UInt64 = 1, threads: Int = 64
  ) -> StressRow {
    let measured = SampleRows.measured(trials: 10_000, access: 1) {
      $0[.violatingTrials] = violating
      $0[.inits] = 10_000 * inits
    }
    var row = SampleRows.row(strategy, .defect(.instances), grade: .reproduced, measured: measured, threads: threads)
    row.key.initializerCost = cost
    return row
  }

  /// A strategy that nothing breaks, one that some costs break, and one that all of them break.
  private static let rows =
    ["sleep:1ms", "0", "yield"].map { row("mutex", $0, violating: 0) }
    + [
      row("lazy", "sleep:1ms", violating: 10_000, inits: 64), row("lazy", "0", violating: 0),
      row("lazy", "yield", violating: 9_950, inits: 50),
    ]
    + ["0", "yield", "sleep:1ms"].map { row("class", $0, violating: 10_000) }

  private static let title = "Violating trials, and initializers per trial, by the initializer's cost"

  @Test func `the table of a run has the strategies that violated against the costs`() {
    #expect(
      StrategyTable(Self.rows).text().hasSuffix(
        """

        \(Self.title):

        strategy        0      yield  sleep:1ms

        first-access, 64 threads on 2 cores (oversubscribed)
        lazy      none, 1  99.5%, 50   100%, 64
        class     100%, 1    100%, 1    100%, 1

        """))
  }

  @Test func `costs that do not fit on a line follow below, with the strategies again`() {
    let costs = ["0", "1us", "2us", "4us", "8us", "16us", "32us", "yield", "sleep:1ms"]
    let rows = costs.map { Self.row("relaxed-double-checked-lock", $0, violating: 9_950, inits: 50) }
    let lines = StrategyTable(rows).text(width: 60).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 60 })
    #expect(lines.count { $0.hasPrefix("relaxed-double-checked-lock  99.5%, 50") } == 3)
  }

  @Test func `each scenario and thread count has its own part of the table, and what was not measured a dash`() {
    var absent = Self.row("lazy", "yield", violating: 0, threads: 2)
    absent.measured = nil
    let rows =
      Self.rows.filter { $0.key.strategy == "lazy" } + [Self.row("lazy", "0", violating: 1, threads: 2), absent]
    let text = StrategyTable(rows).text()
    #expect(
      text.contains("\nfirst-access, 2 threads\nlazy      0.01%, 1          -          -\n\nfirst-access, 64 "),
      "\(text)")
  }

  @Test func `replicates are one figure`() {
    let rows = [(1, 0), (2, 5_000)].map { replicate, violating in
      var row = Self.row("lazy", "0", violating: UInt64(violating))
      row.key.replicate = replicate
      return row
    }
    #expect(
      StrategyTable(rows + [Self.row("lazy", "yield", violating: 1)]).text().contains(
        "\nlazy      25.0%, 1  0.01%, 1\n"))
  }

  @Test func `the Markdown of a run has the same table`() {
    #expect(
      StrategyTable(Self.rows).markdown.hasSuffix(
        """

        \(Self.title):

        | scenario and threads | strategy | 0 | yield | sleep:1ms |
        | --- | --- | ---: | ---: | ---: |
        | first-access, 64 threads on 2 cores (oversubscribed) | lazy | none, 1 | 99.5%, 50 | 100%, 64 |
        | first-access, 64 threads on 2 cores (oversubscribed) | class | 100%, 1 | 100%, 1 | 100%, 1 |

        """))
  }

  @Test func `a run with one cost, or in which nothing violates, has no such table`() throws {
    for rows in [Self.rows.filter { $0.key.initializerCost == "yield" }, Array(Self.rows.prefix(3))] {
      #expect(!StrategyTable(rows).text().contains(Self.title) && !StrategyTable(rows).markdown.contains(Self.title))
      #expect(!Page([PageReport(rows: rows)]).text.contains("Violating trials, and"))
    }
  }

  @Test func `a run with several costs says that they count together`() {
    let sentence = "Initializer costs 0, yield and sleep:1ms count together: the worst verdict, all trials; "
    #expect(StrategyTable(Self.rows).text(width: 200).contains("\n" + sentence + "--format rows has each.\n"))
    #expect(StrategyTable(Self.rows).markdown.contains(sentence + "the rows below have each.\n"))
  }

  @Test func `the heading of rows names their cost, unless it is 0`() {
    let lines = RunTable(Self.rows).text().split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("first-access") } == [
        "first-access, 64 threads on 2 cores (oversubscribed)",
        "first-access, initializer's cost yield, 64 threads on 2 cores (oversubscribed)",
        "first-access, initializer's cost sleep:1ms, 64 threads on 2 cores",
      ])
  }

  /// Returns the description of the chart of rates, its marks by line, and what the page says of strategies that always
  /// violate.
  private static func chart(_ reports: [PageReport]) throws -> (lines: [String], marks: [[Double]], always: [String]) {
    let page = try ParsedPage(Page(reports).text)
    let start = try #require(page.elements.firstIndex { $0.attributes["id"] == "rates-1-desc" })
    let drawing = page.elements[start...].dropFirst().prefix { $0.attributes["class"] != "labels" }
    let marks = drawing.split(omittingEmptySubsequences: false) { $0.attributes["class"] == "row" }.dropFirst().map {
      $0.filter { $0.attributes["class"] == "mark" }.compactMap { $0.attributes["x"].flatMap { Double($0.dropLast()) } }
    }
    let names = page.elements[start].text.split(separator: ": ")[1].split(separator: ". ")[0].split(separator: "; ")
    return (names.map(String.init), marks, page.all("p").map(\.text).filter { $0.hasPrefix("In every trial") })
  }

  @Test func `a page draws a line for each cost of a strategy, unless it violates always or never`() throws {
    let (lines, marks, always) = try Self.chart([PageReport(rows: Self.rows)])
    #expect(
      lines == ["lazy, cost 0, 64 threads", "lazy, cost yield, 64 threads", "lazy, cost sleep:1ms, 64 threads"])
    #expect(marks.map(\.count) == [0, 1, 1] && marks[1][0] < marks[2][0] && marks[2] == [100])
    #expect(always == ["In every trial of this run, of at least 10,000 each: class."])
    let page = try ParsedPage(Page([PageReport(rows: Self.rows)]).text)
    #expect(page.all("p").contains { $0.text.contains(" 3 other rows had no violating trial") })
    #expect(page.all("p").contains { $0.text.hasSuffix(" On a line without a mark, no trial violated.") })
    #expect(page.all("table").contains { $0.text.contains(Self.title) && $0.text.contains("99.5%, 50") })
  }

  @Test func `two reports with different costs are drawn on the lines of all costs`() throws {
    let lazy = Self.rows.filter { $0.key.strategy == "lazy" }
    let old = PageReport(name: "old", rows: lazy.filter { $0.key.initializerCost == "yield" })
    let (lines, marks, _) = try Self.chart([old, PageReport(name: "new", rows: lazy)])
    #expect(lines.count == 3 && marks.map(\.count) == [0, 2, 1])
  }

  @Test func `a chart of one cost that is not 0 names it`() throws {
    let (lines, _, _) = try Self.chart([PageReport(rows: [Self.row("lazy", "yield", violating: 1)])])
    #expect(lines == ["lazy, cost yield, 64 threads"])
  }
}
