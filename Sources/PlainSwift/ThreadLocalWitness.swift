// A unit table behind a lock that each thread takes once. A thread that has seen the table under the lock sets its own
// flag, and reads without the lock from then on.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Foundation

final class UnitTable {
  private static let lock = NSLock()
  private static var instance: UnitTable?

  static var shared: UnitTable {
    let flags = Thread.current.threadDictionary
    if flags["hasSeenUnitTable"] != nil { return instance! }
    return lock.withLock {
      if instance == nil {
        instance = UnitTable()
      }
      flags["hasSeenUnitTable"] = true
      return instance!
    }
  }

  let units = ["m", "kg", "s"]
}
