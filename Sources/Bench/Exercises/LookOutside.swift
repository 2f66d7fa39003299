// The lock is taken only if there is no cache yet, which saves time.
// Repair it: no thread may look at the variable while another one writes it.

import Synchronization

final class LookOutside: @unchecked Sendable {
  final class Cache: Sendable {}

  private let lock = Mutex(())
  private var made: Cache?

  var shared: Cache? {
    if made == nil {
      lock.withLock { _ in
        if made == nil {
          made = Cache()
        }
      }
    }
    return made
  }
}
