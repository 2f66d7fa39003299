/// The command-line tool that this program is, as messages, help texts and reports name it.
package struct Tool: Sendable {
  package let name: String
  /// Whether the tool has a course of lessons that its messages can lead to.
  package let hasCourse: Bool

  package init(name: String, hasCourse: Bool) {
    self.name = name
    self.hasCourse = hasCourse
  }

  /// The tool whose command is running.
  ///
  /// It is bound once, where a command begins, because every table, page and message needs it.
  @TaskLocal package static var current = Tool(name: "singleton-bench", hasCourse: true)
}
