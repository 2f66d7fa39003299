import Platform

/// Something the system would not do for the engine.
package struct EngineError: Error, CustomStringConvertible, Sendable {
  package let description: String

  /// - Parameter action: What was tried, such as `making a pipe`.
  init(_ action: String, _ failure: SystemFailure) { description = "\(action) failed: \(failure.reason)" }

  /// Runs the body, and says what was tried if it fails.
  static func explained<Value>(
    _ action: String, _ body: () throws(SystemFailure) -> Value
  ) throws(EngineError) -> Value {
    do {
      return try body()
    } catch {
      throw EngineError(action, error)
    }
  }
}
