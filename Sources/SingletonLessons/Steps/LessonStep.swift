import SingletonCore

/// One step of a lesson.
package enum LessonStep: Sendable {
  /// A paragraph; its line breaks are not preserved.
  case says(String)
  /// The source of a strategy, by its id.
  case shows(String)
  case showsFile(ShownSource)
  case asks(Prediction)
  case runs(StressExperiment)
  case checks(CheckExperiment)
  case explores(LitmusExperiment)
  case demonstrates(Demonstration)
  case claims(Claim)
  /// The answer to the last question; the text explains it.
  case answers(String)
}
