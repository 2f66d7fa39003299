import SingletonCore
import TestSupport
import Testing

@testable import SingletonPresentation

/// Pages of reports and checks in which every text is hostile.
@Suite struct `Pages of hostile texts` {
  static let texts = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "javascript:alert(1)", "'onload='alert(1)",
    "</title></style></svg><script>", "<!--", "]]>", "<![CDATA[", "&lt;b&gt;&#60;", "a\u{0}b\u{8}c\u{FFFE}",
    "\u{202E}evil",
    "line\nend\r\t", "{}</style>", "\u{1F3F4}\u{200D}\u{2620}", String(repeating: "W", count: 5_000),
  ]

  private static func row(_ text: String) -> StressRow {
    var host = HostInfo(
      os: text, arch: text, cpuModel: text, cores: 2, swiftVersion: text, build: text, sanitizer: text)
    host.fingerprint = text
    return .sample(
      text, status: .crashed(text), grade: .failed,
      measured: SampleRows.measured(trials: 100, access: 1) { $0[.violatingTrials] = 3 },
      run: RunMetadata(id: text, startedUTC: text, toolVersion: text, commit: text), host: host, remark: text)
  }

  private static func page(_ text: String) -> String {
    let listing = SourceText(file: text, text: String(text.prefix { $0 != "\n" }))
    let line = String(listing.code(atLine: 1) ?? "")
    var hostile = Counterexample(
      finding: .race, columns: [text, text + "2"],
      steps: SampleResults.example(text: text).steps.map {
        Counterexample.Step(
          column: $0.column, source: Counterexample.Source(file: listing.name, line: 1, text: line), operation: text,
          staleness: text, isConcerned: true)
      }, sentence: text, code: text)
    hostile.memory = hostile.steps.map { _ in
      [Counterexample.Cell(name: text, newest: text, seen: [0: text, 1: "other"])]
    }
    let results = [SampleResults.row(text, .refuted, grade: .failed, executions: 1, strongest: .sc, example: hostile)]
    return Page(
      [PageReport(name: text, rows: [row(text)], notes: [text]), PageReport(name: text + "2", rows: [row(text)])],
      check: results, listings: { _ in [listing] }
    ).text
  }

  @Test(arguments: texts) func `a page of hostile texts has only its own markup`(text: String) throws {
    let page = try ParsedPage(Self.page(text))
    #expect(page.foreign == [])
    #expect(page.all("a").allSatisfy { $0.attributes["href"]!.hasPrefix("#") })
    for name in ["style", "script"] {
      #expect(page.all(name).map(\.text) == Self.ordinary.filter { $0.name == name }.map(\.text))
    }
  }

  @Test(arguments: texts) func `hostile texts make the same elements as harmless ones`(text: String) throws {
    let harmless = try ParsedPage(Self.page("harmless"))
    #expect(try ParsedPage(Self.page(text)).elements.map(\.name) == harmless.elements.map(\.name))
  }

  @Test func `hostile texts are displayed as they are written`() throws {
    let text = Self.texts[0]
    let page = try ParsedPage(Self.page(text))
    #expect(page.all("th").contains { $0.text == text })
    #expect(page.all("td").contains { $0.text == text })
  }

  private static let ordinary: [ParsedPage.Element] = {
    let page = try? ParsedPage(Page([PageReport(rows: [SampleRows.row("once", grade: .passed)])]).text)
    return page?.elements ?? []
  }()

  @Test func `numbers of any size are drawn`() throws {
    for value in [Double.leastNonzeroMagnitude, 0, 1e-300, 1, 1e300, .greatestFiniteMagnitude] {
      let rows = [1, 1023].map { threads in
        SampleRows.row(
          "once", grade: .passed,
          measured: SampleRows.measured(trials: 1, access: value) {
            $0[.trials] = .max
            $0[.violatingTrials] = 1
          }, threads: threads)
      }
      let places = try ParsedPage(Page([PageReport(rows: rows)]).text).elements.flatMap { element in
        ["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "points"].compactMap { element.attributes[$0] }
      }
      #expect(places.count > 20 && places.allSatisfy { $0.allSatisfy { "0123456789.,-% ".contains($0) } })
    }
  }
}
