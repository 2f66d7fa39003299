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

  /// The elements that pages may have.
  private static let elements: Set<String> = [
    "html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "h3", "p", "span", "strong", "bdi", "code",
    "pre", "br", "a", "nav", "ul", "li", "main", "section", "div", "figure", "figcaption", "details", "summary",
    "table",
    "caption", "thead", "tbody", "tr", "th", "td", "svg", "desc", "g", "rect", "line", "polyline", "circle", "path",
    "text", "script", "button", "output",
  ]
  /// The attributes that elements may have.
  private static let attributes: Set<String> = [
    "lang", "charset", "name", "content", "class", "id", "href", "role", "tabindex", "scope", "open", "aria-label",
    "aria-labelledby", "aria-hidden", "data-title", "width", "height", "viewBox", "x", "y", "x1", "x2", "y1", "y2",
    "rx", "r", "d",
    "points", "transform", "title", "hidden", "type", "aria-live",
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
    let hostile = Counterexample(
      finding: .race, columns: [text, text + "2"],
      steps: SampleResults.example(text: text).steps.map {
        Counterexample.Step(
          column: $0.column, source: Counterexample.Source(file: text, line: 1, text: text), operation: text,
          staleness: text, isConcerned: true)
      }, sentence: text, code: text)
    let results = [SampleResults.row(text, .refuted, grade: .failed, executions: 1, strongest: .sc, example: hostile)]
    return Page(
      [PageReport(name: text, rows: [row(text)], notes: [text]), PageReport(name: text + "2", rows: [row(text)])],
      check: results
    ).text
  }

  @Test(arguments: texts) func `a page of hostile texts has only its own markup`(text: String) throws {
    let page = try ParsedPage(Self.page(text))
    #expect(Set(page.elements.map(\.name)).isSubset(of: Self.elements))
    #expect(Set(page.elements.flatMap(\.attributes.keys)).isSubset(of: Self.attributes))
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
