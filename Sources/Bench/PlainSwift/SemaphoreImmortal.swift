// A beacon with a double check under a semaphore. The variable's two references are never released, so one release too
// many does not end it. Objective-C's `release`, overridden to do nothing, survives any number.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Dispatch

final class Beacon {
  private static let semaphore = DispatchSemaphore(value: 1)
  private static var instance: Unmanaged<Beacon>?

  static var shared: Beacon {
    if let found = instance { return found.takeUnretainedValue() }  // A plain read, outside of the semaphore.
    guard semaphore.wait(timeout: .now() + 10) == .success else { fatalError("deadlock?") }
    defer { semaphore.signal() }
    if let found = instance { return found.takeUnretainedValue() }
    let built = Unmanaged.passRetained(Beacon()).retain()
    instance = built
    return built.takeUnretainedValue()
  }

  let region = "lobby"

  private init() {}

  func copy() -> Beacon { self }
}
