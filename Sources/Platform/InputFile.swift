/// A file that is open for reading, and is closed with the last reference to it.
package final class InputFile {
  private let descriptor: Int32

  package init(_ path: String) throws(SystemFailure) {
    if FileSystem.kind(of: path) == .directory { throw .directory }
    descriptor = try Descriptor.open(path, O_RDONLY)
  }

  deinit { close(descriptor) }

  /// Reads at most as many bytes as the buffer holds.
  ///
  /// - Returns: The number of bytes read, or 0 at the end of the file.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    try Descriptor.read(into: buffer, from: descriptor)
  }
}
