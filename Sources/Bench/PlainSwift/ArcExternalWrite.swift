// A printer queue in a global variable, which another file sets to nil. The write releases a queue that another thread
// has read and is about to retain.
// Swift 6 rejects this: var 'sharedSpooler' is not concurrency-safe.

import Foundation

var sharedSpooler: Spooler?

final class Spooler {
  private static let lock = NSLock()

  static var shared: Spooler? {
    if sharedSpooler == nil {
      lock.withLock {
        if sharedSpooler == nil { sharedSpooler = Spooler() }
      }
    }
    return sharedSpooler
  }

  var documents: [String] = []

  private init() {}
}

// In another file:
func clearSpooler() {
  sharedSpooler = nil  // The lock does not protect this write.
}
