import Synchronization

final class LoserKeepsOwn: Sendable {
  final class Cache: Sendable {}

  private let made = AtomicLazyReference<Cache>()

  var shared: Cache? {
    if let found = made.load() { return found }
    return made.storeIfNil(Cache())
  }
}
