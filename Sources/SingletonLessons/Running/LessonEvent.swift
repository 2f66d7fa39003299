package import SingletonCore
package import SingletonPresentation
package import SingletonStrategyKit

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
