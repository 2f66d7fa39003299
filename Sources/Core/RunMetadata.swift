/// What is the same for all rows of one run. A text is empty if it is unknown.
package struct RunMetadata: Sendable {
  package var id = ""
  package var startedUTC = ""
  package var toolVersion = ""
  package var commit = ""
  /// The least step of the clock that times rows, in nanoseconds.
  package var clockResolution: Double?

  package init() {}

  package init(id: String, startedUTC: String, toolVersion: String, commit: String, clockResolution: Double? = nil) {
    self.id = id
    self.startedUTC = startedUTC
    self.toolVersion = toolVersion
    self.commit = commit
    self.clockResolution = clockResolution
  }
}
