import StrategyKit

/// The semaphore of `macro: V5`: a wait that takes too long is treated as a deadlock, and fails an assertion.
struct LimitedSemaphore<B: Backend>: Sendable {
  /// The longest wait in milliseconds, as in the document.
  static var limit: UInt64 { 10_000 }

  let semaphore: B.Semaphore

  func whileHeld<R>(_ caller: B.Caller, file: StaticString = #fileID, line: UInt = #line, _ body: () -> R) -> R {
    guard semaphore.wait(at: SourceLine(file, line)) else {
      caller.fail("semaphore: the wait reached its limit; a deadlock?\n")
    }
    defer { semaphore.signal(at: SourceLine(file, line)) }
    return body()
  }
}

extension LimitedSemaphore: NamedParts {
  var namedParts: [NamedPart] { [NamedPart(.same, semaphore)] }
}

extension CellLayout {
  @inline(__always)
  mutating func limitedSemaphore() -> LimitedSemaphore<B> {
    LimitedSemaphore(semaphore: semaphore(limit: LimitedSemaphore<B>.limit))
  }
}
