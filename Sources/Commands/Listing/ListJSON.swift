import Lessons
import Outcomes
import Reports
import Strategies

extension JSON {
  /// `list --format json`: one object with `strategies`, `scenarios` and `lessons`.
  static func list(of catalog: Catalog, _ course: Course) -> JSON {
    [
      "strategies": .array(catalog.entries.map { strategy($0.card) }),
      "scenarios": .array(Scenario.allCases.map(scenario)),
      "lessons": .array(course.lessons.map(lesson)),
    ]
  }

  private static func strategy(_ card: Card) -> JSON {
    [
      "id": .string(card.id), "idea": .string(card.idea), "risk": .string(card.risk), "source": .string(card.source),
      "declared": .array(card.declarations.map(declaration)),
    ]
  }

  private static func declaration(_ declaration: Card.Declaration) -> JSON {
    ["scenario": .string(declaration.scenario.rawValue), "expected": .string(declaration.expectation.description)]
  }

  private static func scenario(_ scenario: Scenario) -> JSON {
    ["id": .string(scenario.rawValue), "summary": .string(scenario.summary)]
  }

  private static func lesson(_ lesson: Lesson) -> JSON {
    ["id": .string(lesson.id), "title": .string(lesson.title)]
  }
}
