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
    return Int(size.ws_col)
  }

  /// The width in the environment variable `COLUMNS`, or `nil` if that is not a number in a range that can be read.
  private static var requestedColumns: Int? {
    environmentVariable("COLUMNS").flatMap { Int($0) }.flatMap { (40...1_000).contains($0) ? $0 : nil }
  }

  /// - Throws: ``StreamFailure`` if the descriptor is open only for reading.
  package func requireWritable() throws {
    guard fcntl(descriptor, F_GETFL) & (O_WRONLY | O_RDWR) == O_RDONLY else { return }
    throw StreamFailure(name: name, failure: SystemFailure(code: EBADF))
  }

  /// - Throws: ``StreamFailure`` if the system's `write` fails.
  package func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in
      do throws(SystemFailure) {
        try Descriptor.write(UnsafeRawBufferPointer(bytes), to: descriptor)
      } catch {
        throw StreamFailure(name: name, failure: error)
      }
    }
  }
}

/// Turns a write to a closed pipe into an error instead of a signal, and reserves the numbers of closed standard
/// streams.
package func prepareStandardDescriptors() {
  // Without SIGPIPE, such a write fails with EPIPE, and the program can close its files before it exits.
  signal(SIGPIPE, SIG_IGN)
  // A report must not be opened under the number of a closed standard output. Writing to these descriptors still fails,
  // because they are opened for reading.
  while true {
    let descriptor = open("/dev/null", O_RDONLY)
    guard (0...2).contains(descriptor) else {
      close(descriptor)
      return
    }
  }
}
