// A database that a once token builds. Swift has no `dispatch_once`; a `static let` of type `Void` is used instead, and
// its initializer runs once.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

class Database {
  private static var instance: Database?
  private static let once: Void = { instance = Database() }()

  class var shared: Database {
    _ = once
    return instance!
  }

  var path = "app.sqlite"

  init() {}

  func copy() -> Database {
    let copy = Database()  // The token guards only the accessor.
    copy.path = path
    return copy
  }
}

final class TestDatabase: Database {}  // `TestDatabase.shared` is a `Database`.
