/// The command-line tool that this program is, as messages, help texts and reports name it.
package struct Tool: Sendable {
  package let name: String
  /// Whether the tool has a course of lessons that its messages can lead to.
  package let hasCourse: Bool
  /// Which of its strategies to write.
  package let advice: [Advice]

  /// A strategy, and what it is the one to write for: a text that follows "for".
  package struct Advice: Sendable {
    package let strategy: String
    package let need: String

    package init(strategy: String, need: String) {
      self.strategy = strategy
      self.need = need
    }
  }

  package init(name: String, hasCourse: Bool, advice: [Advice] = []) {
    self.name = name
    self.hasCourse = hasCourse
    self.advice = advice
  }

  /// The tool whose command is running.
  ///
  /// It is bound once, where a command begins, because every table, page and message needs it.
  @TaskLocal package static var current = Tool(name: "singleton-bench", hasCourse: true)
}
