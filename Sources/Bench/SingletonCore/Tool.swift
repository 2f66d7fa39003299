/// The command-line tool, as its own messages, help texts, and reports describe it.
package struct Tool: Sendable {
  package let name: String
  /// Whether the tool has a course of lessons to which its messages can refer.
  package let hasCourse: Bool
  /// The advised strategies, each with its use: a phrase that follows the word "for".
  package let advice: [Advice]

  package typealias Advice = (strategy: String, need: String)

  package init(name: String, hasCourse: Bool, advice: [Advice] = []) {
    self.name = name
    self.hasCourse = hasCourse
    self.advice = advice
  }

  /// The tool whose command is running.
  ///
  /// Every table, page, and message needs it, so it is task-local and set once, where the command begins.
  @TaskLocal package static var current = Tool(name: "singleton-bench", hasCourse: true)
}

extension Counterexample {
  /// The command that draws the execution again, or `nil` if there is none.
  package var replayCommand: String? { code.isEmpty ? nil : "\(Tool.current.name) replay \(code)" }
}
