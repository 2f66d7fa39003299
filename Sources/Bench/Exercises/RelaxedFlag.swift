// The flag is set after the cache is there. On x86 you will hardly see it go wrong; elsewhere you can.
// Repair it with two words. A lock around everything would also do, but costs more.

import Synchronization

final class RelaxedFlag: @unchecked Sendable {
  final class Cache: Sendable {}

  private let lock = Mutex(())
  private let isReady = Atomic(false)
  private var made: Cache?

  var shared: Cache? {
    if !isReady.load(ordering: .relaxed) {
      lock.withLock { _ in
        if !isReady.load(ordering: .relaxed) {
          made = Cache()
          isReady.store(true, ordering: .relaxed)
        }
      }
    }
    return made
  }
}
