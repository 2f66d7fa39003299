// A print service with a double check under a semaphore, whose accessor throws if it waits too long. On that path
// nothing signals the semaphore, so a setup that asks for the service blocks it for good.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Dispatch

final class PrintService {
  struct Deadlock: Error {}

  static var limit = DispatchTimeInterval.seconds(10)
  /// Runs before the first job; it may ask for the service.
  static var onSetUp: () throws -> Void = {}

  private static let semaphore = DispatchSemaphore(value: 1)
  private static var instance: PrintService?

  static var shared: PrintService {
    get throws {
      if let found = instance { return found }  // A plain read, outside of the semaphore.
      guard semaphore.wait(timeout: .now() + limit) == .success else { throw Deadlock() }
      if instance == nil {
        let built = PrintService()
        try onSetUp()  // If this throws, `signal` is never called. A `defer` would have helped.
        instance = built
      }
      semaphore.signal()
      return instance!
    }
  }

  var jobs: [String] = []

  private init() {}
}
