// A video session that lives as long as a caller holds it. Every access to the weak variable is under the semaphore,
// and one strong load both tests and returns. But an old session may still be in its `deinit` when the next one is built.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Dispatch

final class VideoSession {
  private static let semaphore = DispatchSemaphore(value: 1)
  private static weak var instance: VideoSession?

  static var shared: VideoSession {
    guard semaphore.wait(timeout: .now() + 10) == .success else { fatalError("deadlock?") }
    defer { semaphore.signal() }
    if let found = instance { return found }
    let built = VideoSession()
    instance = built
    return built
  }

  let frameRate = 30

  private init() {}
}
