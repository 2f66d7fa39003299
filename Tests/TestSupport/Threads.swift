import Dispatch
import SingletonPlatform

/// Real threads for a test, independent of the pool that the tests run on.
package enum Threads {
  /// Runs `body` on `count` threads, and returns when all have finished.
  package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let finished = DispatchSemaphore(value: 0)
    for index in 0..<count {
      startThread(stackSize: 512 * 1024) {
        body(index)
        finished.signal()
      }
    }
    for _ in 0..<count { finished.wait() }
  }
}
