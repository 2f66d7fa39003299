package import SingletonCore
package import SingletonLitmus
package import SingletonMemoryModels
package import SingletonPresentation
package import SingletonStrategyKit

/// Presents the events of a lesson, and asks the reader.
package protocol LessonPresenter {
  func handle(_ event: LessonEvent) throws
  /// Returns the index of the reader's choice, or `nil` if there is no answer.
  func predict(_ prediction: Prediction) throws -> Int?
}

/// An event that occurs in a lesson.
package enum LessonEvent: Sendable {
  case title(Lesson)
  case paragraph(String)
  case source(CatalogEntry)
  case file(ShownSource, SourceText)
  case question(Prediction)
  case run([StressRow], TableFigures)
  case check(CheckRow, isDrawn: Bool)
  case litmus(LitmusExperiment, LitmusResult)
  case demonstration(Demonstration)
  case claim(Claim, Judgment)
  /// The answer, and the index of the reader's choice, or `nil` if there was none.
  case answer(Prediction, guess: Int?, why: String)
  case end(Lesson, [Judgment])
}

// MARK: - Experiments

/// Runs the experiments of a lesson.
package protocol ExperimentRunner {
  func strategy(_ id: String) throws -> CatalogEntry
  func source(_ file: String) throws -> SourceText
  func run(_ experiment: StressExperiment) throws -> [StressRow]
  func check(_ experiment: CheckExperiment) throws -> CheckRow
  func explore(_ experiment: LitmusExperiment) throws -> LitmusResult
}

/// What the exploration of a litmus program has found.
package struct LitmusResult: Sendable {
  /// One outcome, with the execution that is easiest to follow among those that have it.
  package struct Outcome: Sendable {
    /// The values as `litmus` spells them, such as `1:r0=1,1:r1=0`.
    package let values: String
    /// The strongest memory model that allows it.
    package let model: MemoryModel
    package let example: Counterexample

    package init(_ values: String, from model: MemoryModel, example: Counterexample) {
      self.values = values
      self.model = model
      self.example = example
    }
  }

  /// The executions under RC11.
  package let tally: LitmusTally
  /// The outcomes of what is observed, those of the strongest model first.
  package let outcomes: [Outcome]

  package init(_ tally: LitmusTally, outcomes: [Outcome] = []) {
    self.tally = tally
    self.outcomes = outcomes
  }
}
