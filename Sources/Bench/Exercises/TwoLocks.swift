// Each method is locked, and still something is wrong.
// Repair it: find out what the two locks do not keep apart.

import Synchronization

final class TwoLocks: @unchecked Sendable {
  final class Cache: Sendable {}

  private let reading = Mutex(())
  private let building = Mutex(())
  private var made: Cache?

  private var found: Cache? { reading.withLock { _ in made } }

  var shared: Cache? {
    if let found { return found }
    building.withLock { _ in
      if made == nil {
        made = Cache()
      }
    }
    return found
  }
}
