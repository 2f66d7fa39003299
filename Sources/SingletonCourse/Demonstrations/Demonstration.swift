/// A small program that a lesson runs in addition to strategies.
package struct Demonstration: Sendable {
  /// A sentence that says what is tried.
  package let title: String
  /// Runs the program; called when the lesson reaches it.
  package let findings: @Sendable () -> [Finding]

  /// One variant of the program, and its outcome.
  package typealias Finding = (what: String, outcome: String)
}

/// A file of this module whose code a lesson runs and shows.
package struct ShownSource: Sendable {
  /// A phrase that says what the code is.
  package let idea: String
  /// The file, spelled as in `#fileID`. Its text is embedded in the program.
  package let file: String

  /// - Parameter name: The file's name without its ending.
  init(_ name: String, idea: String) {
    self.idea = idea
    file = "SingletonCourse/\(name).swift"
  }
}
