import SingletonCore
import SingletonCourse

extension Course {
  /// Lessons whose claims are false.
  static let faulty = Course([
    Lesson(
      id: "wrong-run", title: "A defect that does not exist", closing: "a proof of what is wrong.",
      activities: [
        .says("A lock around the accessor, of which this lesson says that it lets two instances out."),
        .runs("silent-defect", in: .firstAccess, time: .milliseconds(10)),
        .claims("two instances came out of one trial", .shows(.instances)),
      ]),
    Lesson(
      id: "wrong-proof", title: "A proof that does not exist", closing: "Nothing is true here.",
      activities: [
        .checks("declared-sound", in: .firstAccess),
        .claims("it is proved for two threads", .isProved),
      ]),
    Lesson(
      id: "endless", title: "A run that does not end", closing: "Nothing comes after it.",
      activities: [.runs("hanging", in: .firstAccess), .claims("it ends", .passes())]),
  ])
}
