#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file descriptor of this process. Nothing is buffered: what returned was handed to the system.
package final class DescriptorOutput: TextOutput {
  private let descriptor: Int32
  private let name: String

  /// - Parameter name: as messages call it.
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

  package func requireWritable() throws {
    guard fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDONLY else { return }
    throw CommandError.cannotWrite(name, reason: String(cString: strerror(EBADF)))
  }

  package func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        rest = rest.dropFirst(try writeSome(UnsafeRawBufferPointer(rebasing: rest)))
      }
    }
  }

  /// How many bytes the system took; 0 when it is to be asked again.
  private func writeSome(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    #if canImport(Darwin)
      let written = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      let written = Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      let written = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
    guard written < 0 else { return written }
    switch errno {
    case EINTR: return 0
    case EAGAIN: return waitForRoom()
    case EPIPE: throw CommandError.readerLeft
    default: throw CommandError.cannotWrite(name, reason: String(cString: strerror(errno)))
    }
  }

  /// Somebody who shares the descriptor has made it non-blocking.
  private func waitForRoom() -> Int {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
    return 0
  }
}

/// Makes writing fail as a value that can be told, instead of ending us or hitting somebody else's file.
func prepareStandardDescriptors() {
  // A reader that leaves is then EPIPE, which ends us quietly once what must be closed is closed.
  signal(SIGPIPE, SIG_IGN)
  // A report must not be given the number of a closed standard output. Opened for reading, a write still fails.
  while true {
    let descriptor = open("/dev/null", O_RDONLY)
    guard (0...2).contains(descriptor) else {
      close(descriptor)
      return
    }
  }
}
