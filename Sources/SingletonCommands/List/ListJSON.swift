import SingletonCore
import SingletonLessons
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonTextFormats

extension JSON {
  /// Returns the output of `list --format json`: one object with `strategies`, `scenarios` and `lessons`.
  static func list(of catalog: Catalog, _ course: Course) -> JSON {
    [
      "strategies": .array(catalog.entries.map(strategy)),
      "scenarios": .array(Scenario.allCases.map(scenario)),
      "lessons": .array(course.lessons.map(lesson)),
    ]
  }

  private static func strategy(_ entry: CatalogEntry) -> JSON {
    let info = entry.info
    return [
      "id": .string(info.id), "idea": .string(info.idea), "risk": .string(info.risk),
      "source": .string(info.citations.joined),
      "modeled": .bool(entry.isModeled), "declared": .array(info.declarations.map(declaration)),
      "relaxable_orderings": .array(info.relaxableOrderings.map(ordering)),
    ]
  }

  /// - Note: `expected` applies to `least_threads` threads and more; with fewer threads the row is sound.
  private static func declaration(_ declaration: StrategyInfo.Declaration) -> JSON {
    [
      "scenario": .string(declaration.scenario.id), "expected": .string(declaration.expectation.description),
      "least_threads": .number(declaration.expectation.leastThreads),
    ]
  }

  private static func ordering(_ ordering: StrategyInfo.RelaxableOrdering) -> JSON {
    ["operation": .string(ordering.operation), "ordering": .string(ordering.ordering), "why": .string(ordering.why)]
  }

  private static func scenario(_ scenario: Scenario) -> JSON {
    ["id": .string(scenario.id), "summary": .string(scenario.summary)]
  }

  private static func lesson(_ lesson: Lesson) -> JSON {
    ["id": .string(lesson.id), "title": .string(lesson.title)]
  }
}
