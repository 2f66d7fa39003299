import SingletonArgumentParsing
import SingletonPlatform
import SingletonStrategyChecker
import SingletonStrategyKit

struct ExplainCommand: Command {
  struct Settings {
    /// The words of a name. They are separate arguments, so that a name of several words needs no quotes.
    var words: [String] = []
    var format = Format.text
  }

  enum Format: String, CaseIterable { case text, markdown }

  let contents: ToolContents

  let name = "explain"
  let abstract = "explain a strategy, an idiom, or a word such as a verdict, a defect or a column"
  let defaults = Settings()

  var discussion: [String] {
    [
      "The explanation of a strategy gives its verdict, its idea, its risk, the same idea in plain Swift if there is a"
        + " listing, the declarations and the checker's results, its source, and a counterexample."
        + (hasIdioms
          ? " A strategy can also be given by a name that it has elsewhere, such as dispatch_once, @synchronized or"
            + " static let shared; case, spaces and punctuation do not matter. 'explain idioms' lists all of these"
            + " names."
          : ""),
      "Every word and mark of a table is explained, such as none?, two, re-in or '*', and so are the values of columns and"
        + " options. Groups: scenarios, uses, verdicts, answers, changes, defects, grades, statuses, models, marks,"
        + (hasSources ? " sources," : "") + " columns, exit-codes.",
      "The counterexample comes from the first declared scenario that the model checker refutes with"
        + " \(StrategyCheck.briefThreads) threads; if there is none, the reason is shown.",
    ]
  }

  private var hasIdioms: Bool { !contents.catalog.idioms.isEmpty }
  private var hasSources: Bool { !contents.catalog.documents.isEmpty }
  private var hasLessons: Bool { !contents.lessons.isEmpty }

  var examples: [Example] {
    let id = contents.catalog.ids.first ?? "STRATEGY"
    return [
      Example("explain \(id)", "its idea, its declarations, and how it goes wrong"),
      Example("explain \(id) --format markdown", "the same as a Markdown page"),
      Example(
        "explain verdicts",
        "the words of the tables; also: scenarios, answers, changes, defects, grades, statuses, models, exit-codes"),
    ]
      + (hasIdioms ? [Example("explain double checked locking", "the strategies that have this name elsewhere")] : [])
      + (hasSources
        ? [Example("explain sources", "the documents that strategies cite, and the outcome of each claim")] : [])
  }

  var options: [Option<Settings>] { [.format(sets: \.format)] }

  var argument: Argument<Settings>? {
    Argument(
      .text(
        "NAME", "the id of a strategy, as shown by 'list', an idiom, or another word",
        completing: .words(Vocabulary(contents).completions)),
      count: 1...Int.max, appendsTo: \.words)
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let output = invocation.console.output
    switch try meaning(of: settings.words.joined(separator: " "), in: invocation) {
    case .strategy(let entry):
      let explanation = try Explanation(of: entry, in: contents)
      try output.write(settings.format == .text ? explanation.text(width: output.columns) : explanation.page)
    case .topics(let topics): try output.write(try text(of: topics, settings.format, width: output.columns))
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

  private func meaning(of name: String, in invocation: Invocation) throws(CommandError) -> Vocabulary.Meaning {
    let vocabulary = Vocabulary(contents, of: invocation.commands)
    if let meaning = vocabulary.meaning(of: name) { return meaning }
    throw .usage(
      "nothing is called \(name.quoted)",
      expected:
        "a strategy, \(hasIdioms ? "an idiom, " : "")a scenario, \(hasLessons ? "a lesson, " : "")a column, or"
        + " verdicts, answers, defects, grades, statuses, models, exit-codes" + (hasSources ? ", sources" : ""),
      nearest: vocabulary.nearest(to: name), next: search(for: name))
  }

  /// Returns the arguments of a command that lists everything whose name contains this name, or that lists all names if
  /// there are none.
  private func search(for name: String) -> String {
    let isShellWord = name.allSatisfy { $0.isLetter || $0.isNumber || "-_ ".contains($0) } && !name.hasPrefix("-")
    let found = ListedNames(contents, naming: Phrase(name))
    return isShellWord && !found.isEmpty ? "list \(name)" : "list"
  }
}
