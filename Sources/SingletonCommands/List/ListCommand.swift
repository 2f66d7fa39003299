import SingletonArgumentParsing
import SingletonCore
import SingletonLessons
import SingletonStrategyKit
import SingletonTextFormats

/// The `list` command, which lists strategies, scenarios and lessons.
struct ListCommand: Command {
  struct Settings {
    var format = Format.table
  }

  enum Format: String, CaseIterable { case table, json }

  let name = "list"
  let abstract = Tool.current.hasCourse ? "list strategies, scenarios and lessons" : "list strategies and scenarios"
  let discussion: [String] = []
  let examples = [
    Example("list", "the ids that other commands take, and what they mean"),
    Example("list --format json", "the same as one JSON object"),
  ]
  let defaults = Settings()

  var options: [Option<Settings>] {
    [
      Option(
        "--format", .choice("FORMAT"), sets: \.format, "format of standard output: table, json",
        default: defaults.format.rawValue)
    ]
  }

  func run(_ settings: Settings, in invocation: Invocation) throws -> ExitCode {
    let output = invocation.console.output
    switch settings.format {
    case .table: try output.write(table(of: invocation.catalog, invocation.course, width: output.columns))
    case .json: try output.write(JSON.list(of: invocation.catalog, invocation.course).text)
    }
    return .passed
  }

  private func table(of catalog: Catalog, _ course: Course, width: Int) -> String {
    let strategies = catalog.entries.map { (term: $0.info.id, meaning: $0.info.idea) }
    let scenarios = Scenario.allCases.map { (term: $0.id, meaning: $0.summary) }
    let lessons = course.lessons.map { (term: $0.id, meaning: $0.title) }
    return "Strategies:\n" + TextLayout.definitions(strategies, width: width, widestTerm: 32)
      + "\nScenarios:\n" + TextLayout.definitions(scenarios, width: width)
      + (lessons.isEmpty ? "" : "\nLessons:\n" + TextLayout.definitions(lessons, width: width))
  }
}
