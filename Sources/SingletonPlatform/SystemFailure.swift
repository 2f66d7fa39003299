/// The failure of a system call.
package struct SystemFailure: Error {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The failure that `errno` describes.
  package static var last: SystemFailure { SystemFailure(code: errno) }

  package var reason: String { code == ENXIO ? "nobody reads from it" : String(cString: strerror(code)) }
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  package var isDirectory: Bool { code == EISDIR }
  /// Whether a file of this name already exists.
  package var isTaken: Bool { code == EEXIST }
  package var isFull: Bool { code == ENOSPC || code == EDQUOT }
  /// Whether the other end of the pipe is closed.
  package var readerHasGone: Bool { code == EPIPE }

  static let directory = SystemFailure(code: EISDIR)
  static let notDirectory = SystemFailure(code: ENOTDIR)
  static let linkLoop = SystemFailure(code: ELOOP)
  package static let taken = SystemFailure(code: EEXIST)
  static let missing = SystemFailure(code: ENOENT)
}
