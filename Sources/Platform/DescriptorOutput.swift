/// An open file descriptor as a text output. Nothing is buffered: when `write` returns, the system has the text.
package final class DescriptorOutput: TextOutput {
  private let descriptor: Int32
  private let name: String

  /// - Parameter name: The stream as messages call it.
  package init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  package var columns: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// - Throws: `StreamFailure`.
  package func requireWritable() throws {
    guard fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDONLY else { return }
    throw StreamFailure(name: name, failure: SystemFailure(code: EBADF))
  }

  /// - Throws: `StreamFailure`.
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

/// Makes a failed write an error instead of a signal, and keeps the numbers of closed standard streams from being reused.
package func prepareStandardDescriptors() {
  // A reader that leaves is then EPIPE, and the program can close its files before it ends.
  signal(SIGPIPE, SIG_IGN)
  // A report must not get the number of a closed standard output. Opened for reading, a write still fails.
  while true {
    let descriptor = open("/dev/null", O_RDONLY)
    guard (0...2).contains(descriptor) else {
      close(descriptor)
      return
    }
  }
}
