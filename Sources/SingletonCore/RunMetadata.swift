/// The properties that all rows of a run share.
///
/// A string is empty if it is unknown.
package struct RunMetadata: Sendable {
  package var id = ""
  package var startedUTC = ""
  package var toolVersion = ""
  package var commit = ""
  /// The resolution of the clock that times rows, in nanoseconds.
  package var clockResolution: Double?
  /// The timeout of a row, which reports do not have, or `nil` if it is the usual one or unknown.
  package var timeout: Duration?

  package init() {}

  /// The id of a race that a test ran, with the libraries, and that no command can run again.
  package static let idOfTests = "test"

  package init(id: String, startedUTC: String, toolVersion: String, commit: String, clockResolution: Double? = nil) {
    self.id = id
    self.startedUTC = startedUTC
    self.toolVersion = toolVersion
    self.commit = commit
    self.clockResolution = clockResolution
  }
}
