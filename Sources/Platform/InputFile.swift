/// A file that is open for reading. It is closed with the last reference.
package final class InputFile {
  private let descriptor: Int32

  package init(_ path: String) throws(SystemFailure) {
    if FileSystem.kind(of: path) == .directory { throw .directory }
    descriptor = try Descriptor.open(path, O_RDONLY)
  }

  deinit { close(descriptor) }

  /// Reads once.
  ///
  /// - Returns: The number of bytes read, 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    try Descriptor.read(into: buffer, from: descriptor)
  }
}
