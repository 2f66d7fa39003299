import Outcomes
import TestSupport
import Testing

@testable import Reports

@Suite struct `A page` {
  private static let one = ReportSide(rows: SampleRows.all)

  private static func two() -> [ReportSide] {
    let healed = SampleRows.all.map { row in
      var row = row
      if row.key.strategy == "semaphore-guarded-inherited" { row.grade = .held }
      return row
    }
    return [ReportSide(name: "old", rows: SampleRows.all), ReportSide(name: "new", rows: healed)]
  }

  @Test func `is as recorded`() throws {
    let text = Page([Self.one], check: try SampleResults.read()).text
    #expect(try Golden().difference(text, from: "page.html") == nil)
  }

  @Test func `of two reports is as recorded`() throws {
    #expect(try Golden().difference(Page(Self.two()).text, from: "page-of-two.html") == nil)
  }

  @Test func `is XML, says its verdict first, and has a text for each drawing`() throws {
    for text in [Page([Self.one], check: try SampleResults.read()).text, Page(Self.two()).text] {
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
  func `has no address, no script and nothing that is loaded`(text: String) throws {
    #expect(!Page([Self.one], check: try SampleResults.read()).text.contains(text))
    #expect(!Page(Self.two()).text.contains(text))
  }

  @Test func `has every row of the report, and every value of it`() throws {
    let page = try ParsedPage(Page([Self.one]).text)
    let rows = page.all("tr").map(\.text)
    for row in SampleRows.all {
      let found = rows.filter { $0.hasPrefix(row.key.strategy) && $0.contains(row.status.description) }
      #expect(!found.isEmpty, "\(row.key.strategy)")
    }
    let cells = Set((page.all("td") + page.all("th")).map(\.text))
    for column in StressColumns.all {
      for row in SampleRows.all { #expect(cells.contains(column.cell(of: row).spelling), "\(column.name)") }
    }
  }

  @Test func `says what the grades say, in its first heading`() throws {
    let held = [SampleRows.row("once", grade: .held, measured: SampleRows.measured(trials: 5))]
    let weak = [
      SampleRows.row("lazy", 0, .defect(.instances), grade: .notShown, measured: SampleRows.measured(trials: 5))
    ]
    for (rows, words) in [(held, "Every promise held"), (weak, "Too weak"), (SampleRows.all, "interrupted")] {
      #expect(try ParsedPage(Page([ReportSide(rows: rows)]).text).all("h1")[0].text.contains(words))
    }
  }

  @Test func `draws a mark for each cost, and the floor`() throws {
    let rows = [1, 2, 8].map { threads in
      SampleRows.row(
        "once", grade: .held, measured: SampleRows.measured(trials: 5, access: Double(threads)), threads: threads)
    }
    let page = try ParsedPage(Page([ReportSide(rows: rows)]).text)
    let curves = page.all("polyline").map { $0.attributes["points"]!.split(separator: " ").count }
    #expect(curves == [3, 3])
    #expect(page.all("desc").contains { $0.text.contains("8 threads 8 ns, floor 0.25 ns") })
  }

  @Test func `says where there is nothing to draw`() throws {
    let text = Page([ReportSide(rows: [SampleRows.row("once", status: .interrupted)])], check: []).text
    _ = try ParsedPage(text)
    for sentence in ["No row has times of later accesses", "No trial of any row violated", "No execution broke"] {
      #expect(text.contains(sentence))
    }
  }

  @Test func `of an old and a new report says which grades changed`() throws {
    let page = try ParsedPage(Page(Self.two()).text)
    let changes = page.all("table").filter { $0.text.contains("Grades that are not what they were") }
    #expect(changes.count == 1 && changes[0].text.contains("semaphore-guarded-inherited"))
    #expect(!changes[0].text.contains("unsynchronized"))
  }
}
