import SingletonCore
package import SingletonCourse

extension Course {
  /// Two lessons that exist only here, so that the goldens do not change with the real course.
  package static let fake = Course([
    Lesson(
      id: "passing", title: "A claim that comes true", closing: "one that does not.",
      activities: [
        .says("What is looked for twice is found."),
        .asks("Does it hold?", .wrong("no"), .right("yes")),
        .runs("double-checked-lock", in: .firstAccess),
        .claims("every trial kept the promise", .passes()),
        .answers("It has not run."),
      ]),
    Lesson(
      id: "failing", title: "A claim that does not", closing: "That is all.",
      activities: [
        .runs("double-checked-lock", in: .firstAccess),
        .claims("two instances came out", .shows(.instances)),
      ]),
  ])
}
