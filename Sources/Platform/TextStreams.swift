/// A destination of text.
package protocol TextOutput: AnyObject {
  var isTerminal: Bool { get }
  /// The width of the terminal in characters, or 80 if it is unknown.
  var columns: Int { get }
  /// - Throws: An error if nothing can be written, as far as that can be known before.
  func requireWritable() throws
  func write(_ text: String) throws
}

/// A source of lines that a person types.
package protocol TextInput: AnyObject {
  var isTerminal: Bool { get }
  /// Waits for the return key.
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

/// A text output that failed.
package struct StreamFailure: Error {
  /// The stream as messages call it, such as `standard output`.
  package let name: String
  package let failure: SystemFailure
}
