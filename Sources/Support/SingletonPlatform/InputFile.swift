/// A file that is open for reading. It is closed when the last reference to it is released.
package final class InputFile {
  /// The path that stands for standard input.
  package static let standardInput = "-"

  private let descriptor: Int32
  /// The bytes that ``beginning(count:)`` has read but ``contents(limit:)`` has not returned yet.
  private var unread: [UInt8] = []

  package init(_ path: String) throws(SystemFailure) {
    if path == Self.standardInput {
      descriptor = fcntl(0, F_DUPFD_CLOEXEC, 0)
      if descriptor < 0 { throw .last }
      return
    }
    if FileSystem.kind(of: path) == .directory { throw .directory }
    descriptor = try Descriptor.opened(path, O_RDONLY)
  }

  deinit { close(descriptor) }

  /// Returns the first bytes, at most `count`. ``contents(limit:)`` returns them again, because a pipe cannot be opened
  /// twice.
  package func beginning(count: Int) throws(SystemFailure) -> [UInt8] {
    while unread.count < count {
      let bytes = try Descriptor.readSome(count - unread.count, from: descriptor)
      if bytes.isEmpty { break }
      unread += bytes
    }
    return unread
  }

  /// Returns the whole file, or `nil` if it has more bytes than `limit`.
  package func contents(limit: Int) throws(SystemFailure) -> [UInt8]? {
    var bytes = unread
    while bytes.count <= limit {
      let more = try Descriptor.readSome(1 << 16, from: descriptor)
      if more.isEmpty { return bytes }
      bytes += more
    }
    return nil
  }
}
