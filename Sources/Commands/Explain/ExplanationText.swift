import Presentation
import Strategies
import StrategyKit
import TextFormats

/// The explanation as text for a terminal.
extension Explanation {
  func text(width: Int) -> String {
    [title(width), declared(width), relaxableOrderings(width)].joined() + sourceCode(width) + counterexample(width)
  }

  private func title(_ width: Int) -> String {
    let facts =
      [("Idea", info.idea), ("Risk", info.risk), ("Source", info.source)].filter { !$0.1.isEmpty }
      + SourceDocument.cited(in: info.source).map { ($0.number, $0.title) }
    return "\(info.id)\n\n" + TextLayout.definitions(facts, width: width)
  }

  private func declared(_ width: Int) -> String {
    "\nWhat is declared:\n" + info.declarations.map { text(of: $0, width: width) }.joined(separator: "\n")
  }

  private func text(of declaration: StrategyInfo.Declaration, width: Int) -> String {
    let scenario = declaration.scenario
    let lines = [
      (term: "callers", meaning: scenario.summary), (term: "promise", meaning: scenario.promise.words),
      (term: "expected", meaning: "\(declaration.expectation)"),
      (term: "that is", meaning: declaration.expectation.words),
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
