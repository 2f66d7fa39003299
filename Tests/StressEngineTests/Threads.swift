import Dispatch

@testable import StressEngine

/// Real threads for a test, as many as it wants, whatever pool the tests themselves run on.
enum Threads {
  /// Returns when all have ended.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let finished = DispatchSemaphore(value: 0)
    PlainThreads().start(count) { index in
      body(index)
      finished.signal()
    }
    for _ in 0..<count { finished.wait() }
  }
}
