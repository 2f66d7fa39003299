/// A destination of text.
package protocol TextOutput: AnyObject {
  var isTerminal: Bool { get }
  /// The width in characters: that of the terminal, else that of the environment variable `COLUMNS`, else 80.
  var columns: Int { get }
  /// Throws an error if it is already certain that nothing can be written.
  func requireWritable() throws
  func write(_ text: String) throws
}

/// A source of lines that a user types.
package protocol TextInput: AnyObject {
  var isTerminal: Bool { get }
  /// Waits for the user to complete a line.
  ///
  /// - Returns: The line, or `nil` at the end of the input.
  func line() -> String?
}

/// The standard input of this process.
package final class StandardInput: TextInput {
  package init() {}

  package var isTerminal: Bool { isatty(0) == 1 }
  package func line() -> String? { readLine() }
}

/// The failure of a text output.
package struct StreamFailure: Error {
  /// The name of the stream in messages, such as `standard output`.
  package let name: String
  package let failure: SystemFailure
}
