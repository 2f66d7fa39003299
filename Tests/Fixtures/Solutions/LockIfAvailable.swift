import Synchronization

final class LockIfAvailable: Sendable {
  final class Cache: Sendable {}

  private let made = Mutex<Cache?>(nil)

  var shared: Cache? {
    made.withLock { made -> Cache? in
      if made == nil {
        made = Cache()
      }
      return made
    }
  }
}
