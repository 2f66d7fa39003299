package protocol TextOutput: AnyObject {
  var isTerminal: Bool { get }
  /// The width in characters: that of the terminal, or else that in the environment variable `COLUMNS`, or else 80.
  var columns: Int { get }
  /// Throws an error if it is certain in advance that writing will fail.
  func requireWritable() throws
  func write(_ text: String) throws
}

/// An unbuffered text output to an open file descriptor.
///
/// When `write` returns, the system has received the text.
package final class DescriptorOutput: TextOutput {
  private let descriptor: Int32
  private let name: String

  /// - Parameter name: The name of the stream in messages.
  package init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  package var columns: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return Self.requestedColumns ?? 80 }
    return max(Self.usableColumns.lowerBound, Int(size.ws_col))
  }

  /// The widths for which text is laid out. In a narrower terminal, the terminal breaks the lines.
  private static let usableColumns = 20...1_000

  /// The width in the environment variable `COLUMNS`, or `nil` if it is not a number in the usable range.
  private static var requestedColumns: Int? {
    environmentVariable("COLUMNS").flatMap { Int($0) }.flatMap { usableColumns.contains($0) ? $0 : nil }
  }

  /// - Throws: ``StreamFailure`` if the descriptor is open only for reading.
  package func requireWritable() throws {
    guard fcntl(descriptor, F_GETFL) & (O_WRONLY | O_RDWR) == O_RDONLY else { return }
    throw StreamFailure(name: name, failure: SystemFailure(code: EBADF))
  }

  /// - Throws: ``StreamFailure`` if the system's `write` fails.
  package func write(_ text: String) throws {
    do throws(SystemFailure) {
      try Descriptor.writeAll(text, to: descriptor)
    } catch {
      throw StreamFailure(name: name, failure: error)
    }
  }
}

package struct StreamFailure: Error {
  /// The name of the stream in messages, such as `standard output`.
  package let name: String
  package let failure: SystemFailure
}

/// A source of lines that a user types.
package protocol TextInput: AnyObject {
  var isTerminal: Bool { get }
  /// Waits for the user to complete a line.
  ///
  /// - Returns: The line, or `nil` at the end of the input.
  func line() -> String?
}

package final class StandardInput: TextInput {
  package init() {}

  package var isTerminal: Bool { isatty(0) == 1 }
  package func line() -> String? { readLine() }
}
