/// A file that is open for reading, and is closed with the last reference to it.
package final class InputFile {
  /// The path that stands for standard input.
  package static let standardInput = "-"

  private let descriptor: Int32
  /// The bytes that ``beginning(count:)`` has read, and that ``read(into:)`` has not returned yet.
  private var unread: [UInt8] = []

  package init(_ path: String) throws(SystemFailure) {
    if path == Self.standardInput {
      descriptor = try Descriptor.duplicate(0)
      return
    }
    if FileSystem.kind(of: path) == .directory { throw .directory }
    descriptor = try Descriptor.open(path, O_RDONLY)
  }

  deinit { close(descriptor) }

  /// Reads at most as many bytes as the buffer holds.
  ///
  /// - Returns: The number of bytes read, or 0 at the end of the file.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    guard !unread.isEmpty else { return try Descriptor.read(into: buffer, from: descriptor) }
    let count = min(buffer.count, unread.count)
    buffer.copyBytes(from: unread.prefix(count))
    unread.removeFirst(count)
    return count
  }

  /// Returns the first bytes, at most `count` of them, which remain to be read: a pipe cannot be opened twice.
  package func beginning(count: Int) throws(SystemFailure) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { buffer.deallocate() }
    unread = Array(buffer[..<(try read(into: buffer))])
    return unread
  }

  /// Returns what remains to be read, or `nil` if it has more bytes than `limit`.
  package func contents(limit: Int) throws(SystemFailure) -> [UInt8]? {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }
    while bytes.count <= limit {
      let count = try read(into: buffer)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    return nil
  }
}
