// A keychain in a `Mutex`. The variable can be reached only under the lock, which is why Swift 6 accepts it.

import Synchronization

final class Keychain: Sendable {
  private static let instance = Mutex<Keychain?>(nil)

  static var shared: Keychain {
    instance.withLock { instance in
      if let found = instance { return found }
      let built = Keychain()
      instance = built
      return built
    }
  }

  let service = "com.example.app"
}
