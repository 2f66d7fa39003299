/// The semaphore of 000 V5: a wait that takes too long is taken for a deadlock, and an assertion fails.
struct LimitedSemaphore<W: World>: Sendable {
  /// Milliseconds, as the document has it.
  static var limit: UInt64 { 10_000 }

  let semaphore: W.Semaphore

  func whileHeld<R>(_ caller: W.Caller, line: Site = #line, _ body: () -> R) -> R {
    guard semaphore.wait(at: line) else { caller.fail("semaphore: the wait reached its limit; a deadlock?\n") }
    defer { semaphore.signal(at: line) }
    return body()
  }
}

extension CellLayout {
  @inline(__always)
  mutating func limitedSemaphore() -> LimitedSemaphore<W> {
    LimitedSemaphore(semaphore: semaphore(limit: LimitedSemaphore<W>.limit))
  }
}
