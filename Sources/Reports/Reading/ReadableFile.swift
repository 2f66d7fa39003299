#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is open for reading; it is closed with the last reference.
final class ReadableFile {
  private let descriptor: Int32

  init(_ path: String) throws(SystemFailure) {
    if FileSystem.kind(of: path) == .directory { throw .directory }
    var descriptor: Int32
    repeat { descriptor = open(path, O_RDONLY | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw .last }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// How many bytes came; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFailure) -> Int {
    while true {
      let count = unistdRead(descriptor, buffer.baseAddress!, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }
}

/// The system's `read`, which the method of the same name hides.
private func unistdRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
