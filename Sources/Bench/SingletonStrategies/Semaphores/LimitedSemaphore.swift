import SingletonStrategyKit

/// The effect of an assertion that fails.
enum FailedAssertion {
  /// The process ends, because no code catches the exception.
  case stopsProcess
  /// The exception leaves every function on its way to the caller that catches it, and skips what they would have done.
  case raises
  /// Nothing: release builds leave assertions out.
  case isLeftOut
}

/// The semaphore of `macro: V5`: a wait that takes too long is treated as a deadlock, and fails an assertion.
struct LimitedSemaphore<B: Backend>: Sendable {
  /// The longest wait in milliseconds, as in the document.
  static var limit: UInt64 { 10_000 }

  let semaphore: B.Semaphore

  /// Runs the body with the semaphore held. If the wait takes too long, the process ends.
  func whileHeld<R>(_ caller: B.Caller, file: StaticString = #fileID, line: UInt = #line, _ body: () -> R) -> R {
    guard semaphore.wait(file: file, line: line) else {
      caller.fail("semaphore: the wait reached its limit; a deadlock?\n")
    }
    defer { semaphore.signal(file: file, line: line) }
    return body()
  }

  /// Runs the body with the semaphore held.
  ///
  /// - Returns: `nil` if the wait took too long and the assertion is left out.
  /// - Throws: A refusal if the wait took too long and the assertion raises, or if the body throws. In both cases, the
  ///   semaphore is not signaled.
  func whileHeld<R>(
    _ caller: B.Caller, orElse failure: FailedAssertion, file: StaticString = #fileID, line: UInt = #line,
    _ body: () throws(Refusal) -> R?
  ) throws(Refusal) -> R? {
    if semaphore.wait(file: file, line: line) {
      let result = try body()
      semaphore.signal(file: file, line: line)
      return result
    }
    switch failure {
    case .stopsProcess: caller.fail("semaphore: the wait reached its limit; a deadlock?\n")
    case .raises: throw Refusal()
    case .isLeftOut: return nil
    }
  }
}

extension LimitedSemaphore: NamedParts {
  func parts(named name: String) -> KeyValuePairs<String, Any> { [name: semaphore] }
}

extension CellLayout {
  @inline(__always)
  mutating func limitedSemaphore() -> LimitedSemaphore<B> {
    LimitedSemaphore(semaphore: semaphore(limit: LimitedSemaphore<B>.limit))
  }
}
