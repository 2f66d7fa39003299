import Lessons
import Outcomes

extension Course {
  /// Two lessons that exist only here, so that the goldens do not change with the real course.
  static let fake = Course([
    Lesson(
      id: "held", title: "A claim that comes true", outlook: "one that does not.",
      parts: [
        .says("What is looked for twice is found."),
        .asks("Does it hold?", .wrong("no"), .right("yes")),
        .races("double-checked-lock", in: .firstAccess),
        .claims("every trial kept the promise", .raceHolds("double-checked-lock", .firstAccess)),
        .answers("Nobody has run it."),
      ]),
    Lesson(
      id: "failing", title: "A claim that does not", outlook: "That is all.",
      parts: [
        .races("double-checked-lock", in: .firstAccess),
        .claims("two instances came out", .race("double-checked-lock", .firstAccess, shows: .instances)),
      ]),
  ])
}
