// No thread waits here, because waiting is slow.
// Repair it: each access returns the cache, even while another thread makes it.

import Synchronization

final class LockIfAvailable: Sendable {
  final class Cache: Sendable {}

  private let made = Mutex<Cache?>(nil)

  var shared: Cache? {
    let found = made.withLockIfAvailable { made -> Cache? in
      if made == nil {
        made = Cache()
      }
      return made
    }
    return found ?? nil
  }
}
