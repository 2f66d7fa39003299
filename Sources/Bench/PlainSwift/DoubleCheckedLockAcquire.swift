// A tokenizer with a correct double check: the first load acquires what the store releases.

import Foundation
import Synchronization

final class Tokenizer: Sendable {
  private static let lock = NSRecursiveLock()
  private static let instance = Atomic<Unmanaged<Tokenizer>?>(nil)

  static var shared: Tokenizer {
    if let found = instance.load(ordering: .acquiring) { return found.takeUnretainedValue() }
    return lock.withLock {
      if let found = instance.load(ordering: .relaxed) { return found.takeUnretainedValue() }
      let built = Tokenizer()
      instance.store(.passRetained(built), ordering: .releasing)
      return built
    }
  }

  let separators = [" ", "\n"]
}
