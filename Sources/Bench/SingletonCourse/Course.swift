package import SingletonCommands

/// A sequence of lessons, in the order in which they are taken.
package struct Course: Sendable {
  package let lessons: [Lesson]

  package init(_ lessons: [Lesson]) { self.lessons = lessons }

  /// The only list of lessons.
  package static let standard = Course([
    .lazyBuilding,
    .lockOnEveryAccess,
    .doubleChecked,
    .acquireRelease,
    .litmusPrograms,
    .onceTokens,
    .allocAndInit,
    .publishedEarly,
    .eager,
    .inheritance,
    .weakSingletons,
    .reEntry,
    .tearingDown,
    .remedies,
    .ownership,
    .storage,
    .hiddenInputs,
    .testOrder,
    .injection,
    .whatSwiftGives,
    .awaiting,
    .cycles,
    .failure,
    .realDefects,
    .numbers,
  ])

  /// The minutes that lessons take in the plans for a class, as in *Teaching a class*.
  package static let minutes = [
    "lazy": 12, "lock": 8, "double-checked": 13, "acquire-release": 7, "swift": 5, "re-entry": 10, "weak": 10,
    "test-order": 5,
  ]

  package var ids: [String] { lessons.map(\.id) }

  /// Returns the lesson with an id or a number from 1, or `nil` if there is none.
  package func lesson(called name: String) -> Lesson? {
    if let number = Int(name), lessons.indices.contains(number - 1) { return lessons[number - 1] }
    return lessons.first { $0.id == name }
  }

  /// Returns the lesson's number, from 1; 0 if it is not in the course.
  package func number(of lesson: Lesson) -> Int { (ids.firstIndex(of: lesson.id) ?? -1) + 1 }

  package func lesson(after lesson: Lesson) -> Lesson? {
    let next = number(of: lesson)
    return lessons.indices.contains(next) ? lessons[next] : nil
  }
}

extension CommandGroup {
  /// The commands that teach with a course: `learn` and `init`.
  package static func course(_ course: Course) -> CommandGroup {
    CommandGroup(commands: [LearnCommand(course: course), InitCommand()], lessons: course.lessons.map(\.reference))
  }
}
