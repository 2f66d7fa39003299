import SingletonCore
import SingletonLessons
import SingletonStrategyKit

/// What `list` lists: strategies, scenarios, lessons and idioms, all of them or those that a phrase names.
struct ListedNames {
  let strategies: [CatalogEntry]
  let scenarios: [Scenario]
  let lessons: [Lesson]
  let idioms: [Idiom]

  /// - Parameter phrase: What a name or a meaning has to contain, or `nil` to list everything.
  init(_ catalog: Catalog, _ course: Course, naming phrase: Phrase? = nil) {
    func isListed(_ texts: [String]) -> Bool { phrase.map { texts.contains(where: $0.occurs) } ?? true }
    strategies = catalog.entries.filter { isListed([$0.info.id, $0.info.idea] + $0.info.alsoKnownAs) }
    scenarios = Scenario.allCases.filter { isListed([$0.id, $0.summary]) }
    lessons = course.lessons.filter { isListed([$0.id, $0.title]) }
    idioms = catalog.idioms.filter { isListed($0.names) }
  }

  var isEmpty: Bool { strategies.isEmpty && scenarios.isEmpty && lessons.isEmpty && idioms.isEmpty }
}
