import Core
import TestSupport
import Testing

@testable import Presentation
@testable import Reports

@Suite struct `Pages` {
  private static let one = PageReport(rows: SampleRows.all)

  private static func two() -> [PageReport] {
    let healed = SampleRows.all.map { row in
      var row = row
      if row.key.strategy == "semaphore-guarded-inherited" { row.grade = .passed }
      return row
    }
    return [PageReport(name: "old", rows: SampleRows.all), PageReport(name: "new", rows: healed)]
  }

  @Test func `the page of one report and a check is as recorded`() throws {
    let text = Page([Self.one], check: SampleResults.rows).text
    try expectGolden(text, named: "page.html")
  }

  @Test func `the page of two reports is as recorded`() throws {
    try expectGolden(Page(Self.two()).text, named: "page-of-two.html")
  }

  @Test func `a page is XML, begins with its verdict, and has a text for each drawing`() throws {
    for text in [Page([Self.one], check: SampleResults.rows).text, Page(Self.two()).text] {
      let page = try ParsedPage(text)
      let body = try #require(page.elements.firstIndex { $0.name == "body" })
      #expect(page.elements[body + 1].name == "header" && page.elements[body + 2].name == "h1")
      let ids = page.elements.compactMap { $0.attributes["id"] }
      #expect(Set(ids).count == ids.count)
      let drawings = page.all("svg").filter { $0.attributes["role"] == "img" }
      #expect(drawings.count >= 4)
      for drawing in drawings {
        let names = try #require(drawing.attributes["aria-labelledby"]).split(separator: " ").map(String.init)
        #expect(names.count == 2)
        for name in names { #expect(page.elements.contains { $0.attributes["id"] == name && !$0.text.isEmpty }) }
      }
      for link in page.all("a") { #expect(ids.contains(String(try #require(link.attributes["href"]).dropFirst()))) }
    }
  }

  @Test(arguments: ["http", "//", "url(", "<script", "src=", "@import", "javascript:", "<link", "<iframe", "<object"])
  func `a page has no address, no script and nothing to load`(text: String) {
    #expect(!Page([Self.one], check: SampleResults.rows).text.contains(text))
    #expect(!Page(Self.two()).text.contains(text))
  }

  @Test func `a page has every value of every row`() throws {
    let page = try ParsedPage(Page([Self.one]).text)
    let rows = page.all("tr").map(\.text)
    for row in SampleRows.all {
      let found = rows.filter { $0.hasPrefix(row.key.strategy) && $0.contains(row.status.description) }
      #expect(!found.isEmpty, "\(row.key.strategy)")
    }
    let cells = Set((page.all("td") + page.all("th")).map(\.text))
    for column in StressColumns.all {
      for row in SampleRows.all { #expect(cells.contains(column.value(of: row).spelling), "\(column.name)") }
    }
  }

  @Test func `a page's first heading is the verdict`() throws {
    let passed = [SampleRows.row("once", grade: .passed, measured: SampleRows.measured(trials: 5))]
    let weak = [
      SampleRows.row("lazy", .defect(.instances), grade: .notReproduced, measured: SampleRows.measured(trials: 5))
    ]
    for (rows, words) in [(passed, "Every promise was kept"), (weak, "Too weak"), (SampleRows.all, "interrupted")] {
      #expect(try ParsedPage(Page([PageReport(rows: rows)]).text).all("h1")[0].text.contains(words))
    }
  }

  @Test func `each cost and the floor are drawn`() throws {
    let rows = [1, 2, 8].map { threads in
      SampleRows.row(
        "once", grade: .passed, measured: SampleRows.measured(trials: 5, access: Double(threads)), threads: threads)
    }
    let page = try ParsedPage(Page([PageReport(rows: rows)]).text)
    let curves = page.all("polyline").map { $0.attributes["points"]!.split(separator: " ").count }
    #expect(curves == [3, 3])
    #expect(page.all("desc").contains { $0.text.contains("8 threads 8 ns, floor 0.25 ns") })
  }

  @Test func `a chart without data says so`() throws {
    let text = Page([PageReport(rows: [SampleRows.row("once", status: .interrupted)])], check: []).text
    _ = try ParsedPage(text)
    for sentence in ["No row has times of later accesses", "No trial of any row violated", "No execution broke"] {
      #expect(text.contains(sentence))
    }
  }

  @Test func `a page of two reports lists the grades that changed`() throws {
    let page = try ParsedPage(Page(Self.two()).text)
    let changes = page.all("table").filter { $0.text.contains("Grades that are not what they were") }
    #expect(changes.count == 1 && changes[0].text.contains("semaphore-guarded-inherited"))
    #expect(!changes[0].text.contains("unsynchronized"))
  }
}
