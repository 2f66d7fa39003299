#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a person's answers come from.
package protocol TextInput: AnyObject {
  var isTerminal: Bool { get }
  /// Waits for the return key; nil at the end of the input.
  func line() -> String?
}

/// That of this process.
package final class StandardInput: TextInput {
  package init() {}

  package var isTerminal: Bool { isatty(0) == 1 }
  package func line() -> String? { readLine() }
}

extension Console {
  /// Somebody reads what is written, and can answer.
  var hasReader: Bool { input.isTerminal && output.isTerminal }
}
