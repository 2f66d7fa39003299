/// One lesson: what it says, what it runs, and what must come out.
package struct Lesson: Sendable {
  /// The name in `learn double-checked`.
  package let id: String
  package let title: String
  package let steps: [LessonStep]
  /// The question that the next lesson answers; in the last one, where to go from here.
  package let closing: String

  package init(id: String, title: String, closing: String, steps: [LessonStep]) {
    self.id = id
    self.title = title
    self.closing = closing
    self.steps = steps
  }
}
