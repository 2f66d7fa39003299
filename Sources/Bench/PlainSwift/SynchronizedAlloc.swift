// A downloader that is allocated once, under a lock, and set up by every caller. The factory stands where
// Objective-C overrides `alloc`.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Foundation

final class Downloader {
  private static let lock = NSRecursiveLock()
  private static var instance: Downloader?

  static var shared: Downloader { make() }

  static func make() -> Downloader {
    let downloader = allocate()
    downloader.setUp()  // Every caller does this, and the lock is free again.
    return downloader
  }

  private static func allocate() -> Downloader {
    lock.withLock {
      if instance == nil {
        instance = Downloader()
      }
      return instance!
    }
  }

  var queue: [String] = []

  private init() {}

  private func setUp() { queue = [] }
}
