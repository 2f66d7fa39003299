import Synchronization

final class OneLook: Sendable {
  final class Cache: Sendable {}

  private let made = Mutex<Cache?>(nil)

  var shared: Cache? {
    made.withLock { made in
      if made == nil {
        made = Cache()
      }
      return made
    }
  }
}
