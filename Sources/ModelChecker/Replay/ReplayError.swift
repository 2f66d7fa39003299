/// The program does something else than when the schedule was made.
package struct ReplayError: Error {
  /// From 1.
  package let step: Int
}
