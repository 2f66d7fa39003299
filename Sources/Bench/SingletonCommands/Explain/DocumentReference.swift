import SingletonCore
import SingletonStrategyKit
import SingletonTextFormats

/// The claims in a document's sections, each with this project's answer: the outcome that the catalog declares or that
/// a lesson demonstrates.
struct DocumentReference {
  let document: Document
  let contents: ToolContents

  /// The sections of the document, each with its claim and the answers.
  var blocks: [Topic.Block] {
    document.sections.map { section in
      let facts =
        [("claims", section.claim), ("prints", section.prints)] + answers(to: section)
        + [("besides", section.remark), ("next", section.lesson.map { "learn \($0)" })]
      return Topic.Block(
        title: document.citation(of: section).description,
        facts: facts.compactMap { term, meaning in meaning.map { (term, $0) } })
    }
  }

  var page: String {
    let table = Table(
      "Sections", titles: ["section", "it claims", "it prints", "shown by", "outcome here"],
      rows: document.sections.map { section in
        let answers = answers(to: section)
        let outcomes =
          answers.map { answers.count > 1 ? "\($0): \($1)." : "\($1)." } + (section.remark.map { [$0] } ?? [])
        let lesson = section.lesson.map { ["learn \($0)"] } ?? []
        return [
          section.name, section.claim, section.prints ?? "",
          (strategies(of: section).map(\.id) + lesson).joined(separator: ", "), outcomes.joined(separator: " "),
        ]
      })
    return "### \(document.name)\n\n\(Markdown.escaped("\(document.subject) (\(document.origin))".sentence))\n\n"
      + table.markdown
  }

  /// Returns the outcome of each strategy that cites the section. If there is no such strategy, returns the outcome in
  /// the lesson.
  private func answers(to section: Document.Section) -> [(String, String)] {
    let shown = strategies(of: section).map { ($0.id, outcomes(of: $0, in: section.scenarios)) }
    guard shown.isEmpty, let lesson = contents.lessons.first(where: { $0.id == section.lesson }) else { return shown }
    return [("lesson", lesson.claims.joined(separator: "; "))]
  }

  /// Returns the distinct outcomes, each with its scenarios.
  private func outcomes(of info: StrategyInfo, in scenarios: [Scenario]) -> String {
    let outcomes = scenarios.compactMap { scenario in
      info.expectation(in: scenario).map { (scenario: scenario.id, text: $0.briefly) }
    }
    return outcomes.map(\.text).distinct.map { text in
      "\(text) (\(outcomes.filter { $0.text == text }.map(\.scenario).joined(separator: ", ")))"
    }.joined(separator: "; ")
  }

  private func strategies(of section: Document.Section) -> [StrategyInfo] {
    contents.catalog.entries.map(\.info).filter { $0.citations.contains(document.citation(of: section)) }
  }
}

extension String {
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}

extension Topic {
  static func sources(_ contents: ToolContents) -> [Topic] {
    let references = contents.catalog.documents.map { DocumentReference(document: $0, contents: contents) }
    guard !references.isEmpty else { return [] }
    let members = references.map {
      Topic(
        names: [$0.document.name], kind: "a document that strategies cite",
        facts: [("subject", $0.document.subject), ("origin", $0.document.origin)], blocks: $0.blocks)
    }
    return [
      Topic(
        names: ["sources"], kind: "the documents that strategies cite, and the outcomes here",
        facts: references.map { ($0.document.name, "\($0.document.subject) (\($0.document.origin))") },
        blocks: references.flatMap(\.blocks), page: references.map(\.page).joined(separator: "\n"))
    ] + members
  }
}
