package import Outcomes
package import Reports
package import Strategies

/// What a lesson tells, piece by piece, in the order in which it comes.
package enum Passage: Sendable {
  case title(Lesson)
  case paragraph(String)
  case source(CatalogEntry)
  case file(ShownFile)
  case question(Prediction)
  case race([StressRow], TableFigures)
  case check(CheckRow, isDrawn: Bool)
  case litmus(LitmusExperiment, LitmusCounts)
  case demonstration(Demonstration)
  case claim(Claim, Judgement)
  /// - guess: the choice of a reader who was asked.
  case answer(Prediction, guess: Int?, why: String)
  case end(Lesson, [Judgement])
}

/// Who listens, and may be asked.
package protocol Audience {
  func hear(_ passage: Passage) throws
  /// The index of a choice; nil where nobody answers.
  func predict(_ prediction: Prediction) throws -> Int?
}

/// Where experiments are made.
package protocol Laboratory {
  func strategy(_ id: String) throws -> CatalogEntry
  func race(_ experiment: StressExperiment) throws -> [StressRow]
  func check(_ experiment: CheckExperiment) throws -> CheckRow
  func explore(_ experiment: LitmusExperiment) throws -> LitmusCounts
}
