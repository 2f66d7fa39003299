/// The properties that all rows of a run share.
///
/// A string is empty if it is unknown.
package struct RunMetadata: Sendable {
  package var id = ""
  package var startedUTC = ""
  package var toolVersion = ""
  /// The commit that the program was built from.
  package var commit = ""
  /// The commit checked out in the working directory, which may belong to another project.
  package var workingCommit = ""
  /// The version of the timed loops, or `nil` if it is unknown. Times of different versions cannot be compared.
  package var timingVersion: Int?
  package var speed = MachineSpeed()
  /// The resolution of the clock that times rows, in nanoseconds.
  package var clockResolution: Double?
  /// The timeout of a row, or `nil` if it is the usual one. Reports do not contain it.
  package var timeout: Duration?

  package init() {}

  /// The id of a race that a test ran through a library, and that no command can repeat.
  package static let idOfTests = "test"

  package init(id: String, startedUTC: String, toolVersion: String, commit: String, clockResolution: Double? = nil) {
    self.id = id
    self.startedUTC = startedUTC
    self.toolVersion = toolVersion
    self.commit = commit
    self.clockResolution = clockResolution
  }
}
