/// Operations on file descriptors that continue after interruptions and partial writes.
enum Descriptor {
  /// Writes all bytes.
  ///
  /// - Throws: The failure of the system's `write`. Bytes written before it remain written.
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

  /// Reads at most as many bytes as the buffer holds.
  ///
  /// - Returns: The number of bytes read, or 0 at the end of the file.
  static func read(into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) throws(SystemFailure) -> Int {
    while true {
      let count = systemRead(descriptor, buffer.baseAddress!, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Opens a file with a descriptor that is closed on exec, so that no child keeps the file open or its lock held.
  static func open(
    _ path: String, _ flags: Int32, permissions: FileSystem.Permissions = 0
  ) throws(SystemFailure) -> Int32 {
    while true {
      let descriptor = systemOpen(path, flags | O_CLOEXEC, permissions)
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Returns another descriptor of the same open file, which is closed on exec too.
  static func duplicate(_ descriptor: Int32) throws(SystemFailure) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last }
    return copy
  }

  /// Waits until a descriptor is writable: another process that shares it may have made it non-blocking.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
    // Some systems cannot wait for a terminal, and say so at once.
    if Int32(request.revents) & Int32(POLLNVAL) != 0 { sleep(nanoseconds: 1_000_000) }
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
