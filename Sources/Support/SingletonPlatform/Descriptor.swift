/// Operations on file descriptors that continue after interruptions and partial writes.
enum Descriptor {
  /// Writes the whole text.
  ///
  /// - Throws: The failure of the system's `write`. The bytes written before the failure remain written.
  static func writeAll(_ text: String, to descriptor: Int32) throws(SystemFailure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress!, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitUntilWritable(descriptor)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Returns the next bytes, at most `count`, or an empty slice at the end of the file.
  static func readSome(_ count: Int, from descriptor: Int32) throws(SystemFailure) -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let taken = read(descriptor, &bytes, count)
      if taken >= 0 { return bytes[..<taken] }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Opens a file, to be closed on exec, so that no child keeps the file open or locked.
  static func opened(
    _ path: String, _ flags: Int32, permissions: FileSystem.Permissions = 0
  ) throws(SystemFailure) -> Int32 {
    while true {
      let descriptor = open(path, flags | O_CLOEXEC, permissions)
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Waits until a descriptor is writable. Another process that shares the descriptor may have made it non-blocking.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
    // On some systems, `poll` does not support terminals and returns at once, so this thread sleeps instead.
    if Int32(request.revents) & Int32(POLLNVAL) != 0 { sleep(nanoseconds: 1_000_000) }
  }
}
