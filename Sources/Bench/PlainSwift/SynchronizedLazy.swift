// A logger whose accessor holds a lock during every access. `NSRecursiveLock` is the `@synchronized` of Objective-C.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Foundation

final class EventLog {
  private static let lock = NSRecursiveLock()
  private static var instance: EventLog?

  static var shared: EventLog {
    lock.withLock {
      if instance == nil {
        instance = EventLog()
      }
      return instance!
    }
  }

  let name = "events"
}

// In another file:
func makeAuditLog() -> EventLog {
  EventLog()  // The initializer is open, and this is a second log.
}
