// A stemmer with a double check on an atomic variable. The first load is relaxed: it finds the instance, but nothing
// guarantees that it also finds what the initializer wrote. Swift 6 accepts this.

import Foundation
import Synchronization

final class Stemmer: Sendable {
  private static let lock = NSRecursiveLock()
  private static let instance = Atomic<Unmanaged<Stemmer>?>(nil)

  static var shared: Stemmer {
    if let found = instance.load(ordering: .relaxed) { return found.takeUnretainedValue() }
    return lock.withLock {
      if let found = instance.load(ordering: .relaxed) { return found.takeUnretainedValue() }
      let built = Stemmer()
      instance.store(.passRetained(built), ordering: .releasing)
      return built
    }
  }

  let suffixes = ["ing", "ed"]
}
