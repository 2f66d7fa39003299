package import SingletonPlatform

/// A failure of a system call that the engine depends on.
package struct EngineError: Error, CustomStringConvertible, Sendable {
  package let description: String

  /// - Parameter action: The attempted action, such as `making a pipe`.
  package init(_ action: String, _ failure: SystemFailure) { description = "\(action) failed: \(failure.reason)" }

  /// Runs the body and converts a system failure to an error that names the attempted action.
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
