import CSingletonPlatform

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

  /// The widths in which text can be read. A terminal that is narrower breaks lines itself.
  private static let usableColumns = 20...1_000

  /// The width in the environment variable `COLUMNS`, or `nil` if that is not a number in a range that can be read.
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

/// Prepares this process for writing files, so that each failure is an error and no signal: a write to a closed pipe, a
/// file that becomes too large, and standard streams that are closed.
package func prepareProcess() {
  signal(SIGPIPE, SIG_IGN)
  // A child inherits this one: a limit of the file's size says nothing about a strategy.
  signal(SIGXFSZ, SIG_IGN)
  cp_raise_descriptor_limit()
  reserveStandardDescriptors()
}

/// Opens closed standard streams for reading, so that writing to them still fails, and no report gets their numbers.
private func reserveStandardDescriptors() {
  while true {
    let descriptor = open("/dev/null", O_RDONLY)
    guard (0...2).contains(descriptor) else {
      close(descriptor)
      return
    }
  }
}
