/// Presents the events of a lesson, and asks the reader.
package protocol LessonPresenter {
  func handle(_ event: LessonEvent) throws
  /// Returns the index of the reader's choice, or `nil` if there is no answer.
  func predict(_ prediction: Prediction) throws -> Int?
}
