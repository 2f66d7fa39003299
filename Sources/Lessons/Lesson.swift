/// A lesson: its texts, its experiments, and the claims that the results must confirm.
package struct Lesson: Sendable {
  /// The name on the command line, as in `learn double-checked`.
  package let id: String
  package let title: String
  package let steps: [LessonStep]
  /// The subject of the next lesson, which follows "Next:"; in the last lesson, where to go from here.
  package let closing: String

  package init(id: String, title: String, closing: String, steps: [LessonStep]) {
    self.id = id
    self.title = title
    self.closing = closing
    self.steps = steps
  }
}
