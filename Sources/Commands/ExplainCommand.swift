import Outcomes
import Strategies

/// `explain STRATEGY`: what the catalogue knows of one strategy.
struct ExplainCommand: Command {
  struct Settings {
    var strategy = ""
  }

  let catalog: Catalog

  let name = "explain"
  let summary = "explain one strategy: idea, risk, source, what is declared"
  let discussion: [String] = []
  let options: [Option<Settings>] = []
  let settings = Settings()

  var examples: [Example] {
    [Example("explain \(catalog.ids.first ?? "STRATEGY")", "what it does, and what it must show")]
  }

  var operand: Operand<Settings>? {
    Operand(.strategy(of: catalog), sets: \.strategy)
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    guard let entry = catalog.entries.first(where: { $0.card.id == settings.strategy }) else {
      throw unknown(settings.strategy)
    }
    let output = invocation.console.output
    try output.write(text(of: entry.card, width: output.columns))
    return .held
  }

  private func unknown(_ id: String) -> CommandError {
    .usage(
      "unknown strategy \(id.quoted)", expected: "the id of a strategy",
      nearest: Spelling.nearest(to: Glob(literally: id), among: catalog.ids), next: "list")
  }

  private func text(of card: Card, width: Int) -> String {
    let facts =
      [("Idea", card.idea), ("Risk", card.risk), ("Source", card.source)].filter { !$0.1.isEmpty }
      + SourceDocument.cited(in: card.source).map { ($0.number, $0.title) }
    let declared = card.declarations.map { text(of: $0, width: width) }
    return "\(card.id)\n\n" + TextLayout.definitions(facts, width: width)
      + "\nWhat is declared:\n" + declared.joined(separator: "\n") + spares(of: card, width: width)
  }

  private func spares(of card: Card, width: Int) -> String {
    guard !card.spares.isEmpty else { return "" }
    let lines = card.spares.map { (term: "\($0.operation), \($0.ordering)", meaning: $0.why) }
    return "\nStronger than needed:\n" + TextLayout.definitions(lines, width: width)
  }

  private func text(of declaration: Card.Declaration, width: Int) -> String {
    let scenario = declaration.scenario
    let lines = [
      (term: "callers", meaning: scenario.summary), (term: "promise", meaning: scenario.promise.words),
      (term: "expected", meaning: "\(declaration.expectation)"),
      (term: "that is", meaning: declaration.expectation.words),
    ]
    return "  \(scenario.rawValue)\n" + TextLayout.definitions(lines, width: width, indent: 4)
  }
}

extension ValueKind<String> {
  /// An id of the catalogue.
  fileprivate static func strategy(of catalog: Catalog) -> ValueKind {
    ValueKind(
      facts: ValueFacts(
        placeholder: "STRATEGY", expected: "the id of a strategy, as list shows it", completion: .words(catalog.ids)),
      parse: { $0.isEmpty ? nil : $0 })
  }
}
