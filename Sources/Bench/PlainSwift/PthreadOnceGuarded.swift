// A locale table that `pthread_once` builds. The token is in separate memory: `&` on a Swift variable is an
// exclusive access, and here several threads use the token at the same time.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Foundation

final class LocaleTable {
  private static var instance: LocaleTable?

  private static let once: UnsafeMutablePointer<pthread_once_t> = {
    let once = UnsafeMutablePointer<pthread_once_t>.allocate(capacity: 1)
    #if canImport(Darwin)
      once.initialize(to: pthread_once_t(__sig: 0x30B1_BCBA, __opaque: (0, 0, 0, 0, 0, 0, 0, 0)))
    #else
      once.initialize(to: pthread_once_t())
    #endif
    return once
  }()

  static var shared: LocaleTable {
    pthread_once(once) { LocaleTable.instance = LocaleTable() }
    return instance!
  }

  let locales = ["en", "fr"]
}
