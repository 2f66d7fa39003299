import Synchronization

final class LookOutside: @unchecked Sendable {
  final class Cache: Sendable {}

  private let lock = Mutex(())
  private var made: Cache?

  var shared: Cache? {
    lock.withLock { _ in
      if made == nil {
        made = Cache()
      }
      return made
    }
  }
}
