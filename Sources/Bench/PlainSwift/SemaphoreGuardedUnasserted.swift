// A fax service with a double check under a semaphore, whose accessor asserts that it does not wait too long. A release
// build leaves the assertion out, so a setup that asks for the service gets nil after the limit.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Dispatch

final class FaxService {
  static var limit = DispatchTimeInterval.seconds(10)
  /// Runs before the first fax; it may ask for the service.
  static var onSetUp: () -> Void = {}

  private static let semaphore = DispatchSemaphore(value: 1)
  private static var instance: FaxService?

  static var shared: FaxService? {
    if let found = instance { return found }  // A plain read, outside of the semaphore.
    guard semaphore.wait(timeout: .now() + limit) == .success else {
      // A debug build has `assertionFailure("deadlock?")` here; a release build omits it.
      return nil
    }
    defer { semaphore.signal() }
    if instance == nil {
      let built = FaxService()
      onSetUp()
      instance = built
    }
    return instance
  }

  var pages: [String] = []

  private init() {}
}
