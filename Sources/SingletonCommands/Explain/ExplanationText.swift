import SingletonCore
import SingletonLessons
import SingletonPresentation
import SingletonStrategyKit
import SingletonTextFormats

/// The explanation as text for a terminal.
extension Explanation {
  func text(width: Int) -> String {
    [
      title(width), plainSwiftCode(width), declared(width), relaxableOrderings(width), sourceCode(width),
      counterexample(width), nextLessons,
    ].joined()
  }

  private func title(_ width: Int) -> String {
    // The comment at the top of the strategy's file says more than its info, which every strategy has.
    let header = sources.first?.header.filter { !$0.title.isEmpty }.map { ($0.title, $0.text) } ?? []
    let brief = [("Idea", info.idea), ("Risk", info.risk), ("Source", info.citations.joined)]
    let facts =
      (header.isEmpty ? brief : header) + [("Also known as", info.alsoKnownAs.joined(separator: ", "))]
      + documents.map { ($0.name, $0.subject + ": explain \($0.name)") }
    return TextLayout.wrapped("\(info.id): \(verdict)", width: width, later: "  ").map { $0 + "\n" }.joined() + "\n"
      + TextLayout.definitions(facts.filter { !$0.1.isEmpty }, width: width)
  }

  private func plainSwiftCode(_ width: Int) -> String {
    guard let plainSwift else { return "" }
    return "\nIn plain Swift:\n" + SourceExcerpt(plainSwift.lines).text(width: width, numbersLines: false)
  }

  private var nextLessons: String {
    guard !lessons.isEmpty else { return "" }
    return "\n" + lessons.map { "lesson:  \(Tool.current.name) learn \($0.id)\n" }.joined()
  }

  private func declared(_ width: Int) -> String {
    "\nWhat is declared, and what the checker finds with \(BriefCheck.threads) threads:\n"
      + zip(info.declarations, rows).map { text(of: $0, checked: $1, width: width) }.joined(separator: "\n")
  }

  private func text(of declaration: StrategyInfo.Declaration, checked row: CheckRow, width: Int) -> String {
    let scenario = declaration.scenario
    let lines = [
      (term: "callers", meaning: scenario.summary), (term: "promise", meaning: scenario.promise.words),
      (term: "expected", meaning: "\(declaration.expectation)"),
      (term: "that is", meaning: declaration.expectation.words), (term: "checker", meaning: row.verdictSentence),
    ]
    return "  \(scenario.id)\n" + TextLayout.definitions(lines, width: width, indent: 4)
  }

  private func relaxableOrderings(_ width: Int) -> String {
    guard !info.relaxableOrderings.isEmpty else { return "" }
    let lines = info.relaxableOrderings.map { (term: "\($0.operation), \($0.ordering)", meaning: $0.why) }
    return "\nOrderings stronger than needed:\n" + TextLayout.definitions(lines, width: width)
  }

  private func sourceCode(_ width: Int) -> String {
    sources.map { source in
      "\n\(source.name):\n" + SourceExcerpt(source.lines, from: .declaration).text(width: width)
    }.joined()
  }

  private func counterexample(_ width: Int) -> String {
    guard let refuted else { return "\n" + TextLayout.paragraph("No counterexample: \(whyNone).", width: width) }
    return "\nA small counterexample:\n\n" + CheckTable([refuted]).drawings(width: width).joined()
  }
}
