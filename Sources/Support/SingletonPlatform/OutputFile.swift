import CSingletonPlatform

/// A file that is open for writing. It is closed when the last reference to it is released.
package final class OutputFile {
  package enum Opening {
    /// A new file; nothing may exist at the path.
    case new(permissions: FileSystem.Permissions)
    /// An existing or new file. An existing file is not truncated.
    case existingOrNew
    /// An existing or new file. Text is written at its end.
    case appended
    /// A device, a pipe, or a file that is already open. It is not truncated. Opening a pipe that has no reader waits
    /// for one, and fails once this process has been interrupted.
    case stream

    fileprivate var flags: Int32 {
      switch self {
      case .new: O_RDWR | O_CREAT | O_EXCL
      case .existingOrNew: O_RDWR | O_CREAT | O_NOFOLLOW
      case .appended: O_WRONLY | O_APPEND | O_CREAT
      case .stream: O_WRONLY | O_APPEND | O_NOCTTY | (cp_is_interrupted() ? O_NONBLOCK : 0)
      }
    }

    /// The permissions of a new file before the process's umask is applied.
    fileprivate var permissions: FileSystem.Permissions {
      if case .new(let permissions) = self { permissions } else { 0o666 }
    }
  }

  private let descriptor: Int32

  package init(_ path: String, _ opening: Opening) throws(SystemFailure) {
    let flags = opening.flags
    descriptor = try Descriptor.opened(path, flags, permissions: opening.permissions)
    // Only the call of `open` must not wait; writing may.
    if flags & O_NONBLOCK != 0 { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
  }

  deinit {
    // A process that was forked meanwhile, and has not yet started its program, has the descriptor, too, so closing it
    // here would not release the lock.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  package func write(_ text: String) throws(SystemFailure) { try Descriptor.writeAll(text, to: descriptor) }

  /// Writes the whole text at the end of the file, or nothing if that fails.
  func writeWhole(_ text: String) throws(SystemFailure) {
    let length = lseek(descriptor, 0, SEEK_END)
    do {
      try write(text)
    } catch {
      truncate(to: Int(length))
      throw error
    }
  }

  /// Locks the file until it is closed or the process ends.
  ///
  /// - Returns: `false` if another process holds the lock.
  package func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  package func truncate(to length: Int) { ftruncate(descriptor, off_t(length)) }

  func setPermissions(_ permissions: FileSystem.Permissions) { fchmod(descriptor, permissions) }

  func synchronize() throws(SystemFailure) {
    #if canImport(Darwin)
      // On Apple's systems, fsync does not empty the drive's cache, so F_FULLFSYNC is tried first; not every file
      // system supports it.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw .last }
  }

  /// Returns whether there is anything after the first line, which must be shorter than 64 KiB.
  package func hasSecondLine() -> Bool {
    var beginning = [UInt8](repeating: 0, count: 1 << 16)
    let count = pread(descriptor, &beginning, beginning.count, 0)
    guard count > 0, let lineEnd = beginning[..<count].firstIndex(of: UInt8(ascii: "\n")) else { return false }
    return lineEnd + 1 < count
  }

  /// Returns whether the path still refers to this file.
  package func isStill(at path: String) -> Bool {
    var mine = stat()
    var theirs = stat()
    return fstat(descriptor, &mine) == 0 && lstat(path, &theirs) == 0 && mine.isSameFile(as: theirs)
  }
}
