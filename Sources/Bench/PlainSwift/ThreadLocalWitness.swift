// A unit table behind a lock that each thread takes once. A thread that has seen the table under the lock sets its own
// flag, and reads without the lock from then on.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Foundation

final class UnitTable {
  private static let lock = NSLock()
  private static var instance: UnitTable?

  private static let hasSeen: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  static var shared: UnitTable {
    if pthread_getspecific(hasSeen) != nil { return instance! }
    return lock.withLock {
      if instance == nil {
        instance = UnitTable()
      }
      pthread_setspecific(hasSeen, UnsafeRawPointer(bitPattern: 1))
      return instance!
    }
  }

  let units = ["m", "kg", "s"]
}
