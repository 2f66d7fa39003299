// A route table that is read under a shared lock, and built under the exclusive one, which checks again. The lock
// reports that a thread would wait for itself, and the program ends.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Foundation

final class RouteTable {
  private static var instance: RouteTable?

  private static let lock: UnsafeMutablePointer<pthread_rwlock_t> = {
    let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
    return lock
  }()

  static var shared: RouteTable {
    precondition(pthread_rwlock_rdlock(lock) == 0, "this thread holds the lock already")
    let found = instance
    pthread_rwlock_unlock(lock)
    return found ?? build()
  }

  private static func build() -> RouteTable {
    precondition(pthread_rwlock_wrlock(lock) == 0, "this thread holds the lock already")
    defer { pthread_rwlock_unlock(lock) }
    if instance == nil {
      instance = RouteTable()
    }
    return instance!
  }

  let routes = ["/": "home"]
}
