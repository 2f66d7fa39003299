import Foundation
import SingletonPlatform

/// One start of the program: what it printed, and how it ended.
struct Trial {
  let end: Subprocess.End?
  let output: String
  let messages: String
  let seconds: Double
  /// The processes that were still there five seconds after the end.
  let orphans: Int

  /// How it ended, as a shell tells it: the exit code, or 128 and the signal; `nil` if its time ended it.
  var status: Int32? {
    switch end {
    case .exited(let code): code
    case .signaled(let signal): 128 + signal
    case nil: nil
    }
  }

  var description: String {
    let ending = end.map { "\($0)" } ?? "still running after \(Int(seconds)) s"
    return "\(ending); \(messages.prefix(300).debugDescription)"
  }

  /// The messages in one line: they are wrapped.
  var sentence: String { messages.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// What is wrong whatever was tried, or `nil`.
  var complaint: String? {
    if end == nil { return "it did not end" }
    if orphans > 0 { return "left \(orphans) processes" }
    if end == .exited(70) { return "a bug of its own" }
    // The table of a good file has a line for each strategy, and goes here if the rows go to standard output.
    if end != .exited(0) && messages.utf8.count > 100_000 { return "\(messages.utf8.count) bytes of messages" }
    return harm(in: messages).map { $0 + " in a message" }
  }
}

/// Returns the part of the text that has an effect where it is shown, or `nil`.
func harm(in text: String) -> String? {
  let harmful = text.unicodeScalars.first {
    $0 != "\n" && [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
  }
  if let harmful { return "U+\(String(harmful.value, radix: 16))" }
  return text.split(separator: "\n").contains { $0.drop(while: { $0 == " " }).hasPrefix("::") } ? "a command" : nil
}
