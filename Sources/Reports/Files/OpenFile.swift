#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is open for writing; it is closed with the last reference.
final class OpenFile {
  enum Opening {
    /// Must not exist.
    case new(permissions: FileSystem.Permissions)
    /// Kept as it is where it exists.
    case existingOrNew
    /// The same, to write behind what it has.
    case appended
    /// A device, a pipe or somebody's open file: nothing of it is cut off.
    case stream

    fileprivate var flags: Int32 {
      switch self {
      case .new: O_RDWR | O_CREAT | O_EXCL
      case .existingOrNew: O_RDWR | O_CREAT | O_NOFOLLOW
      case .appended: O_WRONLY | O_APPEND | O_CREAT
      case .stream: O_WRONLY | O_APPEND | O_NOCTTY
      }
    }

    /// Before the process's mask is taken off.
    fileprivate var permissions: FileSystem.Permissions {
      if case .new(let permissions) = self { permissions } else { 0o666 }
    }
  }

  private let descriptor: Int32

  init(_ path: String, _ opening: Opening) throws(SystemFailure) {
    var descriptor: Int32
    repeat {
      // Not for children: a lock must end with this process.
      descriptor = open(path, opening.flags | O_CLOEXEC, opening.permissions)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw .last }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// All of it, however often the system takes only a part, is interrupted, or wants us to wait.
  func write(_ text: String) throws(SystemFailure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { unistdWrite(descriptor, $0.baseAddress!, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitUntilWritable()
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
  }

  /// Held until the file is closed, or the process ends in whatever way. False where another holds it.
  func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  func cut(to length: Int) { ftruncate(descriptor, off_t(length)) }

  func setPermissions(_ permissions: FileSystem.Permissions) { fchmod(descriptor, permissions) }

  func synchronize() throws(SystemFailure) {
    guard fsync(descriptor) == 0 else { throw .last }
  }

  /// Whether there is anything behind the first line.
  func hasSecondLine() -> Bool {
    var beginning = [UInt8](repeating: 0, count: 1 << 16)
    let count = pread(descriptor, &beginning, beginning.count, 0)
    guard count > 0, let lineEnd = beginning[..<count].firstIndex(of: UInt8(ascii: "\n")) else { return false }
    return lineEnd + 1 < count
  }

  /// False where the path leads to another file by now, or to none.
  func isStill(at path: String) -> Bool {
    var mine = stat()
    var theirs = stat()
    guard fstat(descriptor, &mine) == 0, lstat(path, &theirs) == 0 else { return false }
    return mine.st_dev == theirs.st_dev && mine.st_ino == theirs.st_ino
  }
}

/// The system's `write`, which the methods of the same name hide.
private func unistdWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
