import SingletonCore
import SingletonStrategyChecker
import SingletonStrategyKit
import SingletonTextFormats

extension JSON {
  /// Creates the output of `list --format json`: one object with `strategies`, `scenarios`, `lessons` and `idioms`.
  init(_ listed: ListedNames) {
    self = [
      "strategies": .array(listed.strategies.map(Self.strategy)),
      "scenarios": .array(listed.scenarios.map(Self.scenario)),
      "lessons": .array(listed.lessons.map(Self.lesson)),
      "idioms": .array(listed.idioms.map(Self.idiom)),
    ]
  }

  private static func strategy(_ entry: CatalogEntry) -> JSON {
    let info = entry.info
    return [
      "id": .string(info.id), "idea": .string(info.idea), "risk": .string(info.risk),
      "also_known_as": .array(info.alsoKnownAs.map(JSON.string)),
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

  private static func lesson(_ lesson: LessonReference) -> JSON {
    ["id": .string(lesson.id), "title": .string(lesson.title)]
  }

  private static func idiom(_ idiom: Idiom) -> JSON {
    [
      "names": .array(idiom.names.map(JSON.string)), "remark": .string(idiom.remark),
      "nearest": .array(idiom.nearest.map(JSON.string)),
    ]
  }
}
