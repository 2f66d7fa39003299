/// Reading and writing a file descriptor to the end, however often the system takes a part or is interrupted.
enum Descriptor {
  /// Writes all bytes.
  ///
  /// - Throws: The failure of the system's `write`. What was written before it stays written.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = UnsafeRawBufferPointer(rebasing: rest)
      let count = systemWrite(descriptor, chunk.baseAddress!, chunk.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitUntilWritable(descriptor)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Reads once.
  ///
  /// - Returns: The number of bytes read, 0 at the end.
  static func read(into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) throws(SystemFailure) -> Int {
    while true {
      let count = systemRead(descriptor, buffer.baseAddress!, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Opens a path, for this process alone: a child must not keep a file open, or a lock held.
  static func open(_ path: String, _ flags: Int32, permissions: FileSystem.Permissions = 0) throws(SystemFailure) -> Int32 {
    while true {
      let descriptor = systemOpen(path, flags | O_CLOEXEC, permissions)
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Another process that shares the descriptor may have made it non-blocking.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
  }
}

// The system's functions, which the methods of the same names hide.

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

private func systemOpen(_ path: String, _ flags: Int32, _ permissions: FileSystem.Permissions) -> Int32 {
  open(path, flags, permissions)
}
