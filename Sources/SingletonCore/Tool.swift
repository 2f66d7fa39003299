/// The command-line tool that this program is, with what messages, help texts, and reports say about it.
package struct Tool: Sendable {
  package let name: String
  /// Whether the tool has a course of lessons that its messages can lead to.
  package let hasCourse: Bool
  /// The strategies to write, each with the need that it serves: a text that follows "for".
  package let advice: [Advice]

  package typealias Advice = (strategy: String, need: String)

  package init(name: String, hasCourse: Bool, advice: [Advice] = []) {
    self.name = name
    self.hasCourse = hasCourse
    self.advice = advice
  }

  /// The tool whose command is running.
  ///
  /// It is bound once, where a command begins, because every table, page, and message needs it.
  @TaskLocal package static var current = Tool(name: "singleton-bench", hasCourse: true)
}
