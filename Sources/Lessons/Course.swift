/// Lessons in the order in which they are taken.
package struct Course: Sendable {
  package let lessons: [Lesson]

  package init(_ lessons: [Lesson]) { self.lessons = lessons }

  /// THE list of lessons.
  package static let standard = Course([
    .lazyBuilding,
    .lockOnEveryAccess,
    .doubleChecked,
    .acquireRelease,
    .onceTokens,
    .allocAndInit,
    .publishedEarly,
    .inheritance,
    .weakSingletons,
    .reEntry,
    .tearingDown,
    .ownership,
    .testOrder,
    .injection,
    .whatSwiftGives,
    .numbers,
  ])

  package var ids: [String] { lessons.map(\.id) }

  /// By its id, or by its number from 1; nil where there is none.
  package func lesson(called name: String) -> Lesson? {
    if let number = Int(name), lessons.indices.contains(number - 1) { return lessons[number - 1] }
    return lessons.first { $0.id == name }
  }

  /// From 1.
  package func number(of lesson: Lesson) -> Int { (ids.firstIndex(of: lesson.id) ?? -1) + 1 }

  package func lesson(after lesson: Lesson) -> Lesson? {
    let next = number(of: lesson)
    return lessons.indices.contains(next) ? lessons[next] : nil
  }
}
