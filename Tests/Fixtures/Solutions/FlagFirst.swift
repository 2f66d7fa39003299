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
          made = Cache()
          isReady.store(true, ordering: .releasing)
        }
      }
    }
    return made
  }
}
