// A badge counter whose accessor holds a spin lock during every access.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Synchronization

final class BadgeCounter {
  private static let isLocked = Atomic(false)
  private static var instance: BadgeCounter?

  static var shared: BadgeCounter {
    while !isLocked.compareExchange(
      expected: false, desired: true, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged {}
    defer { isLocked.store(false, ordering: .releasing) }
    if instance == nil {
      instance = BadgeCounter()
    }
    return instance!
  }

  var count = 0
}
