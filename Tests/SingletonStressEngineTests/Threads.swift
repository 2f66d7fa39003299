import Dispatch

@testable import SingletonStressEngine

/// Real threads for a test, independent of the pool that the tests run on.
enum Threads {
  /// Runs `body` on `count` threads, and returns when all have finished.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let finished = DispatchSemaphore(value: 0)
    PlainThreads().start(count) { index in
      body(index)
      finished.signal()
    }
    for _ in 0..<count { finished.wait() }
  }
}
