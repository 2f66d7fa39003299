import SingletonArgumentParsing
import SingletonCore
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonTextFormats

struct ListCommand: Command {
  struct Settings {
    /// The words of one name.
    var words: [String] = []
    var format = Format.table
  }

  enum Format: String, CaseIterable { case table, json }

  let contents: ToolContents

  let name = "list"
  let abstract = Tool.current.hasCourse ? "list strategies, scenarios and lessons" : "list strategies and scenarios"
  let discussion = [
    "With WORD, lists only the entries with a name or a meaning that contains the word. Case, spaces and"
      + " punctuation do not matter; several words count as one name."
  ]
  let examples = [
    Example("list", "the ids that other commands take, and what they mean"),
    Example("list semaphore", "everything about semaphores"),
    Example("list --format json", "the same list as one JSON object"),
  ]
  let defaults = Settings()

  var options: [Option<Settings>] { [.format(sets: \.format)] }

  var argument: Argument<Settings>? {
    Argument(
      .text("WORD", "a word of a name or of a meaning", completing: .words(contents.catalog.nameCompletions)),
      count: 0...Int.max, appendsTo: \.words)
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let name = settings.words.joined(separator: " ")
    let listed = ListedNames(contents, naming: settings.words.isEmpty ? nil : Phrase(name))
    guard settings.words.isEmpty || !listed.isEmpty else {
      throw CommandError.nothingSelected(
        "nothing has \(name.quoted) in its name", nearest: Vocabulary(contents).nearest(to: name))
    }
    let output = invocation.console.output
    switch settings.format {
    case .table: try output.write(listed.table(width: output.columns))
    case .json: try output.write(JSON(listed).text)
    }
    return .passed
  }
}

extension ListedNames {
  fileprivate func table(width: Int) -> String {
    let sections = [
      ("Strategies", strategies.map { ($0.info.id, $0.info.ideaAndNames) }),
      ("Scenarios", scenarios.map { ($0.id, $0.summary) }),
      ("Lessons", lessons.map { ($0.id, $0.title) }),
      ("Without a strategy", idioms.map { ($0.names[0], Self.remark(on: $0)) }),
    ].filter { !$0.1.isEmpty }
    return sections.map { title, pairs in
      "\(title):\n" + TextLayout.definitions(pairs, width: width, widestTerm: 32)
    }.joined(separator: "\n")
  }

  private static func remark(on idiom: Idiom) -> String {
    let others = idiom.names.dropFirst().joined(separator: ", ")
    return others.isEmpty ? idiom.remark : "\(others): \(idiom.remark)"
  }
}

extension StrategyInfo {
  fileprivate var ideaAndNames: String {
    idea + (alsoKnownAs.isEmpty ? "" : "; also known as " + alsoKnownAs.joined(separator: ", "))
  }
}

/// The names that `list` shows: all strategies, scenarios, lessons, and idioms, or those that contain a phrase.
struct ListedNames {
  let strategies: [CatalogEntry]
  let scenarios: [Scenario]
  let lessons: [LessonReference]
  let idioms: [Idiom]

  /// - Parameter phrase: The phrase that a name or a meaning must contain, or `nil` to list everything.
  init(_ contents: ToolContents, naming phrase: Phrase? = nil) {
    func isListed(_ texts: [String]) -> Bool { phrase.map { texts.contains(where: $0.occurs) } ?? true }
    strategies = contents.catalog.entries.filter { isListed([$0.info.id, $0.info.idea] + $0.info.alsoKnownAs) }
    scenarios = Scenario.allCases.filter { isListed([$0.id, $0.summary]) }
    lessons = contents.lessons.filter { isListed([$0.id, $0.title]) }
    idioms = contents.catalog.idioms.filter { isListed($0.names) }
  }

  var isEmpty: Bool { strategies.isEmpty && scenarios.isEmpty && lessons.isEmpty && idioms.isEmpty }
}

// MARK: - JSON

extension JSON {
  /// Creates the output of `list --format json`: one object with `strategies`, `scenarios`, `lessons`, and `idioms`.
  init(_ listed: ListedNames) {
    self = [
      "strategies": .array(listed.strategies.map { Self.strategy($0.info, isModeled: $0.isModeled) }),
      "scenarios": .array(listed.scenarios.map { ["id": .string($0.id), "summary": .string($0.summary)] }),
      "lessons": .array(listed.lessons.map { ["id": .string($0.id), "title": .string($0.title)] }),
      "idioms": .array(
        listed.idioms.map {
          ["names": .strings($0.names), "remark": .string($0.remark), "nearest": .strings($0.nearest)]
        }
      ),
    ]
  }

  private static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

  /// - Note: `expected` applies from `least_threads` threads on. With fewer threads, the row is expected to be sound.
  private static func strategy(_ info: StrategyInfo, isModeled: Bool) -> JSON {
    let declared = info.declarations.map { declaration in
      [
        "scenario": .string(declaration.scenario.id), "expected": .string(declaration.expectation.description),
        "least_threads": .number(declaration.expectation.leastThreads),
      ] as JSON
    }
    let orderings = info.relaxableOrderings.map { ordering in
      ["operation": .string(ordering.operation), "ordering": .string(ordering.ordering), "why": .string(ordering.why)]
        as JSON
    }
    return [
      "id": .string(info.id), "idea": .string(info.idea), "also_known_as": .strings(info.alsoKnownAs),
      "source": .string(info.citations.joined),
      "modeled": .bool(isModeled), "declared": .array(declared), "relaxable_orderings": .array(orderings),
    ]
  }
}
