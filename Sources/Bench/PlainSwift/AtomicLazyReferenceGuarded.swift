// A font catalog in the standard library's lazy reference. Two threads may both build one; the first one to store it
// wins, and both get the winner.

import Synchronization

final class FontCatalog: Sendable {
  private static let instance = AtomicLazyReference<FontCatalog>()

  static var shared: FontCatalog {
    if let found = instance.load() { return found }
    return instance.storeIfNil(FontCatalog())
  }

  let fonts = ["Helvetica", "Menlo"]
}
