import ArgumentParsing
import StrategyKit

/// The `explain` command, which shows what the catalog declares of a strategy and what the checker finds.
struct ExplainCommand: Command {
  struct Settings {
    var strategy = ""
    var format = Format.text
  }

  enum Format: String, CaseIterable { case text, markdown }

  let catalog: Catalog

  let name = "explain"
  let abstract = "explain a strategy: idea, risk, declarations, source, counterexample"
  let discussion = [
    "The counterexample is that of the first declared scenario that the model checker refutes with"
      + " \(Explanation.threads) threads; if there is none, the reason is shown."
  ]
  let defaults = Settings()

  var examples: [Example] {
    let id = catalog.ids.first ?? "STRATEGY"
    return [
      Example("explain \(id)", "its idea, what it must show, and how it goes wrong"),
      Example("explain \(id) --format markdown", "the same as a Markdown page"),
    ]
  }

  var options: [Option<Settings>] {
    [
      Option(
        "--format", .choice("FORMAT"), sets: \.format, "format of standard output: text, markdown",
        default: defaults.format.rawValue)
    ]
  }

  var argument: Argument<Settings>? {
    Argument(.strategy(of: catalog), sets: \.strategy)
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    guard let entry = catalog.entry(settings.strategy) else {
      throw unknown(settings.strategy)
    }
    let (output, explanation) = (invocation.console.output, try Explanation(of: entry, in: catalog))
    switch settings.format {
    case .text: try output.write(explanation.text(width: output.columns))
    case .markdown: try output.write(explanation.page)
    }
    return .passed
  }

  private func unknown(_ id: String) -> CommandError {
    .usage(
      "unknown strategy \(id.quoted)", expected: "the id of a strategy",
      nearest: Suggestions.nearest(toPattern: id, among: catalog.ids), next: "list")
  }
}

extension ArgumentValue<String> {
  /// An id of the catalog.
  fileprivate static func strategy(of catalog: Catalog) -> ArgumentValue {
    let text = ArgumentValue.text("STRATEGY", "the id of a strategy, as shown by 'list'")
    return ArgumentValue(
      info: ValueInfo(
        placeholder: text.info.placeholder, expected: text.info.expected, completion: .words(catalog.ids)),
      parse: text.parse, format: text.format)
  }
}
