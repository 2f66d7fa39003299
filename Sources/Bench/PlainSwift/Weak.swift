// A voice session that lives as long as a caller holds it. Under the semaphore the weak variable is tested, and then
// read again. The first read can also crash: Objective-C locks its weak variables, and Swift does not. No caller works
// for ten seconds under the semaphore, so a wait of that length is a deadlock, which stops the process.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Dispatch

final class VoiceSession {
  private static let semaphore = DispatchSemaphore(value: 1)
  private static weak var instance: VoiceSession?

  static var shared: VoiceSession? {
    if let found = instance { return found }
    guard semaphore.wait(timeout: .now() + 10) == .success else { fatalError("deadlock?") }
    defer { semaphore.signal() }
    if instance == nil {
      let built = VoiceSession()
      instance = built
      return built
    }
    return instance  // The last holder may have let go since the test.
  }

  static func tearDown() {
    guard semaphore.wait(timeout: .now() + 10) == .success else { fatalError("deadlock?") }
    defer { semaphore.signal() }
    instance = nil
  }

  let codec = "opus"

  private init() {}
}
