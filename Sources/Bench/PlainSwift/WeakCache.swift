// Pictures by name, in a cache that keeps none of them: a picture lives as long as somebody shows it. One `Mutex` guards
// all entries, and one strong load both tests and returns. But an old picture may still be in its `deinit` when the next
// one is built.

import Synchronization

protocol Picture: AnyObject, Sendable {
  init(name: String)
}

final class PictureCache: Sendable {
  static let shared = PictureCache()

  private struct Entry {
    weak var picture: (any Picture)?
  }

  private let entries = Mutex<[String: Entry]>([:])

  func picture<P: Picture>(named name: String, as type: P.Type) -> P {
    entries.withLock { entries in
      if let found = entries[name]?.picture as? P { return found }
      let built = P(name: name)
      entries[name] = Entry(picture: built)
      return built
    }
  }
}

final class CoverPicture: Picture {
  let name: String

  init(name: String) { self.name = name }
}

final class Portrait: Picture {
  let name: String

  init(name: String) { self.name = name }
}
