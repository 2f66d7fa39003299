// A dictionary in a weak variable that is filled once. The accessor reads the variable before it waits for the token, so
// a thread that waits for another thread's first call returns the nil that it has read.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Foundation

final class PhraseBook {
  private static let lock = NSLock()
  private static var hasRun = false
  private static weak var instance: PhraseBook?

  static var shared: PhraseBook? {
    var strong = instance  // Too early: another thread may be filling it.
    lock.withLock {
      if !hasRun {
        hasRun = true
        strong = PhraseBook()
        instance = strong
      }
    }
    return strong
  }

  let greeting = "Good morning"

  private init() {}
}
