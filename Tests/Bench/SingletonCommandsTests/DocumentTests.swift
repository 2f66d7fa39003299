import CommandTestSupport
import SingletonCore
import SingletonCourse
import SingletonStrategies
import SingletonStrategyKit
import TestSupport
import Testing

@Suite struct `The documents that strategies cite` {
  /// A section with its citation and the strategies that cite it.
  struct Cited: CustomTestStringConvertible {
    let citation: Citation
    let section: Document.Section
    let strategies: [StrategyInfo]

    var testDescription: String { citation.description }
  }

  private static let infos = Catalog.standard.entries.map(\.info)

  private static let sections = Document.standard.flatMap { document in
    document.sections.map { section in
      let citation = document.citation(of: section)
      return Cited(
        citation: citation, section: section, strategies: infos.filter { $0.citations.contains(citation) })
    }
  }

  @Test func `documents and their sections have different names`() {
    #expect(Set(Document.standard.map(\.name)).count == 5)
    #expect(Set(Self.sections.map(\.citation)).count == Self.sections.count)
  }

  @Test(arguments: infos) func `every citation of a strategy names a section, and none twice`(info: StrategyInfo) {
    #expect(Set(info.citations).count == info.citations.count)
    for citation in info.citations { #expect(Self.sections.contains { $0.citation == citation }, "\(citation)") }
  }

  @Test(arguments: sections) func `no section is without an answer`(cited: Cited) {
    #expect(!cited.strategies.isEmpty || cited.section.lesson != nil || cited.section.remark != nil)
  }

  @Test(arguments: sections) func `a section has scenarios if and only if a strategy cites it`(cited: Cited) {
    #expect(cited.section.scenarios.isEmpty == cited.strategies.isEmpty)
  }

  @Test(arguments: sections)
  func `each scenario of a section is declared by a strategy that cites it, and each such strategy declares one`(
    cited: Cited
  ) {
    for scenario in cited.section.scenarios {
      #expect(cited.strategies.contains { $0.expectation(in: scenario) != nil }, "\(scenario.id)")
    }
    for info in cited.strategies {
      #expect(cited.section.scenarios.contains { info.expectation(in: $0) != nil }, "\(info.id)")
    }
  }

  @Test(arguments: sections) func `every lesson of a section is in the course`(cited: Cited) {
    if let lesson = cited.section.lesson { #expect(Course.standard.ids.contains(lesson)) }
  }

  @Test(arguments: sections) func `claims, prints and remarks are sentences`(cited: Cited) {
    let section = cited.section
    for text in [section.claim, section.prints, section.remark].compactMap(\.self) {
      #expect(".?".contains(text.last ?? " ") && text.first?.isUppercase == true, "\(text)")
    }
  }

  @Test func `the page of the documentation is as recorded`() throws {
    let page = invoke(["explain", "sources", "--format", "markdown"], catalog: .standard, course: .standard).output
    try expectGolden(page, named: "sources.md")
  }

  @Test func `explain sources has every section, and explain with a document's name has its own`() {
    let all = invoke(["explain", "sources"], catalog: .standard, course: .standard).output
    for (document, sections) in Dictionary(grouping: Self.sections, by: \.citation.document) {
      let own = invoke(["explain", document], catalog: .standard, course: .standard).output
      for section in sections.map(\.section.name) {
        #expect([all, own].allSatisfy { $0.contains("\n  \(document): \(section)\n") })
      }
    }
  }

  @Test func `an explanation of a strategy leads to the documents that it cites`() {
    let text = invoke(["explain", "once-token"], catalog: .standard).output
    for name in ["macro", "two-plans", "abuse"] { #expect(text.contains("explain \(name)\n")) }
  }
}
