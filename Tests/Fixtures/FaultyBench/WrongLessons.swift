import Lessons
import Outcomes

extension Course {
  /// Lessons that say what is not so, of strategies that are what they are.
  static let faulty = Course([
    Lesson(
      id: "wrong-race", title: "A defect that is not there", outlook: "a proof of what is wrong.",
      parts: [
        .says("A lock round the accessor, of which this lesson says that it lets two instances out."),
        .races("silent-defect", in: .firstAccess, time: .milliseconds(10)),
        .claims("two instances came out of one trial", .race("silent-defect", .firstAccess, shows: .instances)),
      ]),
    Lesson(
      id: "wrong-proof", title: "A proof that is not there", outlook: "Nothing is true here.",
      parts: [
        .checks("declared-sound", in: .firstAccess),
        .claims("it is proved for two threads", .checkProves("declared-sound", .firstAccess)),
      ]),
    Lesson(
      id: "endless", title: "A race that does not end", outlook: "Nothing comes after it.",
      parts: [.races("hanging", in: .firstAccess), .claims("it ends", .raceHolds("hanging", .firstAccess))]),
  ])
}
