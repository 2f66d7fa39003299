// There is no lock at all: the first thread stores its cache, and the reference never changes again.
// Repair it: what does the thread that comes second return?

import Synchronization

final class LoserKeepsOwn: Sendable {
  final class Cache: Sendable {}

  private let made = AtomicLazyReference<Cache>()

  var shared: Cache? {
    if let found = made.load() { return found }
    let own = Cache()
    _ = made.storeIfNil(own)
    return own
  }
}
