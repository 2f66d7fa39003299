// A flag says that the cache is there, and its memory orders are right.
// Repair it: a thread that finds the flag set must find the cache, too.

import Synchronization

final class FlagFirst: @unchecked Sendable {
  final class Cache: Sendable {}

  private let lock = Mutex(())
  private let isReady = Atomic(false)
  private var made: Cache?

  var shared: Cache? {
    if !isReady.load(ordering: .acquiring) {
      lock.withLock { _ in
        if !isReady.load(ordering: .relaxed) {
          isReady.store(true, ordering: .releasing)
          made = Cache()
        }
      }
    }
    return made
  }
}
