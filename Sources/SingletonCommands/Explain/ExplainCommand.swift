import SingletonArgumentParsing
import SingletonLessons
import SingletonStrategyKit
import SingletonTextFormats

/// The `explain` command, which shows what the catalog declares of a strategy and what the checker finds.
struct ExplainCommand: Command {
  struct Settings {
    var strategy = ""
    var format = Format.text
  }

  enum Format: String, CaseIterable { case text, markdown }

  let catalog: Catalog
  let course: Course

  let name = "explain"
  let abstract = "explain a strategy, or a word such as a verdict, a defect or a column"
  let defaults = Settings()

  var discussion: [String] {
    [
      "A strategy is explained by its idea, what can go wrong, the same idea in plain Swift if there is a listing, what"
        + " is declared and what the checker finds, its source, and a counterexample. Scenarios, uses, verdicts,"
        + " defects, grades, statuses, memory models," + (hasSources ? " sources," : "")
        + (hasLessons ? " lessons," : "")
        + " columns, and exit-codes are explained too.",
      "The counterexample is that of the first declared scenario that the model checker refutes with"
        + " \(BriefCheck.threads) threads; if there is none, the reason is shown.",
    ]
  }

  private var hasSources: Bool { !catalog.documents.isEmpty }
  private var hasLessons: Bool { !course.lessons.isEmpty }

  var examples: [Example] {
    let id = catalog.ids.first ?? "STRATEGY"
    return [
      Example("explain \(id)", "its idea, what it must show, and how it goes wrong"),
      Example("explain \(id) --format markdown", "the same as a Markdown page"),
      Example(
        "explain verdicts", "the words of the tables; also: scenarios, defects, grades, statuses, models, exit-codes"),
    ]
      + (hasSources
        ? [Example("explain sources", "the documents that strategies cite, and what comes out of their claims")] : [])
  }

  var options: [Option<Settings>] {
    [
      Option(
        "--format", .choice("FORMAT"), sets: \.format, "format of standard output: text, markdown",
        default: defaults.format.rawValue)
    ]
  }

  var argument: Argument<Settings>? {
    Argument(.strategy(of: catalog, course), sets: \.strategy)
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let output = invocation.console.output
    guard let entry = catalog.entry(settings.strategy) else {
      let topics = try topics(settings.strategy)
      try output.write(try text(of: topics, settings.format, width: output.columns))
      return .passed
    }
    let explanation = try Explanation(of: entry, in: catalog, course)
    switch settings.format {
    case .text: try output.write(explanation.text(width: output.columns))
    case .markdown: try output.write(explanation.page)
    }
    return .passed
  }

  private func text(of topics: [Topic], _ format: Format, width: Int) throws(CommandError) -> String {
    switch format {
    case .text: return topics.map { $0.text(width: width) }.joined(separator: "\n")
    case .markdown:
      if let page = topics[0].page { return page }
      throw .usage(
        "--format markdown: \(topics[0].names[0].quoted) has no page",
        expected: "the id of a strategy" + (hasSources ? ", or sources" : ""))
    }
  }

  /// Returns what has a name, such as the defect and the column `reinits`.
  private func topics(_ name: String) throws(CommandError) -> [Topic] {
    let topics = Topic.all(course, catalog)
    let found = topics.filter { $0.names.contains(name.lowercased()) }
    if !found.isEmpty { return found }
    throw .usage(
      "nothing is called \(name.quoted)",
      expected:
        "a strategy, a scenario, \(hasLessons ? "a lesson, " : "")a column, or verdicts, defects, grades, statuses,"
        + " models, exit-codes" + (hasSources ? ", sources" : ""),
      nearest: Suggestions.nearest(toPattern: name, among: catalog.ids + topics.flatMap(\.names)), next: "list")
  }
}

extension ArgumentValue<String> {
  /// An id of the catalog, or the name of a topic.
  fileprivate static func strategy(of catalog: Catalog, _ course: Course) -> ArgumentValue {
    let text = ArgumentValue.text("NAME", "the id of a strategy, as shown by 'list', or another word")
    // A shell would take a name of two words for two names.
    let names = catalog.ids + Topic.all(course, catalog).map { $0.names[0] }.filter { !$0.contains(" ") }
    return ArgumentValue(
      info: ValueInfo(
        placeholder: text.info.placeholder, expected: text.info.expected, completion: .words(names)),
      parse: text.parse, format: text.format)
  }
}
