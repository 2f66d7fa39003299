/// An error thrown if the program no longer follows a schedule.
package struct ReplayError: Error {
  /// The number of the step, from 1.
  package let step: Int
}
