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

  package var claims: [Claim] { steps.compactMap { if case .claims(let claim) = $0 { claim } else { nil } } }

  /// Whether the lesson shows, runs, or checks a strategy.
  package func treats(_ strategy: String) -> Bool {
    steps.contains { step in
      switch step {
      case .shows(let id): id == strategy
      case .runs(let experiment): experiment.strategies.contains(strategy)
      case .checks(let experiment): experiment.strategy == strategy
      case .says, .showsFile, .asks, .explores, .demonstrates, .claims, .answers: false
      }
    }
  }
}
