import Synchronization

final class TwoLocks: @unchecked Sendable {
  final class Cache: Sendable {}

  private let lock = Mutex(())
  private var made: Cache?

  private var found: Cache? { lock.withLock { _ in made } }

  var shared: Cache? {
    if let found { return found }
    lock.withLock { _ in
      if made == nil {
        made = Cache()
      }
    }
    return found
  }
}
