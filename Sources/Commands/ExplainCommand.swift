import Strategies

/// `explain STRATEGY`: what the catalogue knows of one strategy, and what the checker finds.
struct ExplainCommand: Command {
  struct Settings {
    var strategy = ""
    var format = Format.text
  }

  enum Format: String, CaseIterable { case text, markdown }

  let catalog: Catalog

  let name = "explain"
  let summary = "explain one strategy: idea, risk, what is declared, code, a counterexample"
  let discussion = [
    "The counterexample is the first declared scenario that the model checker refutes with \(Explanation.threads) threads;"
      + " a strategy that has none says why."
  ]
  let settings = Settings()

  var examples: [Example] {
    let id = catalog.ids.first ?? "STRATEGY"
    return [
      Example("explain \(id)", "what it does, what it must show, and how it goes wrong"),
      Example("explain \(id) --format markdown", "the same as a page"),
    ]
  }

  var options: [Option<Settings>] {
    [
      Option(
        "--format", .choice("FORMAT"), sets: \.format, "what standard output gets: text, markdown",
        standard: settings.format.rawValue)
    ]
  }

  var operand: Operand<Settings>? {
    Operand(.strategy(of: catalog), sets: \.strategy)
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    guard let entry = catalog.entries.first(where: { $0.card.id == settings.strategy }) else {
      throw unknown(settings.strategy)
    }
    let (output, explanation) = (invocation.console.output, try Explanation(of: entry))
    switch settings.format {
    case .text: try output.write(explanation.text(width: output.columns))
    case .markdown: try output.write(explanation.page)
    }
    return .held
  }

  private func unknown(_ id: String) -> CommandError {
    .usage(
      "unknown strategy \(id.quoted)", expected: "the id of a strategy",
      nearest: Spelling.nearest(to: Glob(literally: id), among: catalog.ids), next: "list")
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
