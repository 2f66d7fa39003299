package struct SystemFailure: Error {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  package static var last: SystemFailure { SystemFailure(code: errno) }

  package var reason: String { code == ENXIO ? "no process reads from it" : String(cString: strerror(code)) }
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  package var isDirectory: Bool { code == EISDIR }
  /// Whether the failure is that a file with this name already exists.
  package var isTaken: Bool { code == EEXIST }
  package var isFull: Bool { code == ENOSPC || code == EDQUOT }
  /// Whether the failure is that the other end of the pipe is closed.
  package var readerHasGone: Bool { code == EPIPE }

  static let directory = SystemFailure(code: EISDIR)
  static let notDirectory = SystemFailure(code: ENOTDIR)
  static let linkLoop = SystemFailure(code: ELOOP)
  package static let taken = SystemFailure(code: EEXIST)
  static let missing = SystemFailure(code: ENOENT)
}

/// The failure of a system call that a run depends on.
package struct EngineError: Error, CustomStringConvertible, Sendable {
  package let description: String

  /// - Parameter action: The action that failed, such as `making a pipe`.
  package init(_ action: String, _ failure: SystemFailure) { description = "\(action) failed: \(failure.reason)" }

  /// Runs the body. A system failure is thrown as an error that names the attempted action.
  package static func explained<Value>(
    _ action: String, _ body: () throws(SystemFailure) -> Value
  ) throws(EngineError) -> Value {
    do {
      return try body()
    } catch {
      throw EngineError(action, error)
    }
  }
}
