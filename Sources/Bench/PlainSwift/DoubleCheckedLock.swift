// A photo library that takes the lock only as long as there is no instance. The first check is outside of the lock, and
// nothing orders it after the store.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Foundation

final class PhotoLibrary {
  private static let lock = NSRecursiveLock()
  private static var instance: PhotoLibrary?

  static var shared: PhotoLibrary {
    if instance == nil {
      lock.withLock {
        if instance == nil {
          instance = PhotoLibrary()
        }
      }
    }
    return instance!
  }

  var albums = ["Favorites"]
}
