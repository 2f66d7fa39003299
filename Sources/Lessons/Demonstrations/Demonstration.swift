/// A small program that a lesson runs beside the strategies.
package struct Demonstration: Sendable {
  /// What is tried, one sentence.
  package let title: String
  package let findings: [Finding]

  /// One way of doing it, and what came out.
  package struct Finding: Sendable {
    package let what: String
    package let outcome: String
  }
}

/// A file of this module whose code a lesson runs and shows.
package struct ShownSource: Sendable {
  /// What it is, in one sentence.
  package let idea: String
  /// The file as `#fileID` has it. The program carries its text.
  package let file: String

  /// - Parameter name: The file's name without its ending.
  init(_ name: String, idea: String) {
    self.idea = idea
    file = "Lessons/\(name).swift"
  }
}
