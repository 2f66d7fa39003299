// A spell checker in a weak variable that is filled once. After the last caller has let go of it, it is never built
// again. The token is a flag under a lock, because the new object must outlive the token's block.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Foundation

final class SpellChecker {
  private static let lock = NSLock()
  private static var hasRun = false
  private static weak var instance: SpellChecker?

  static var shared: SpellChecker? {
    var built: SpellChecker?
    lock.withLock {
      if !hasRun {
        hasRun = true
        built = SpellChecker()
        instance = built
      }
    }
    return withExtendedLifetime(built) { instance }
  }

  let language = "en"

  private init() {}
}
