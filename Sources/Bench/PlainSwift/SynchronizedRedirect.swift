// An address book behind a lock, which the factory and the copies hand out, too. The variable's two references are never
// released, so one release too many does not end it; Swift cannot override `release` to do nothing.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Foundation

final class AddressBook {
  private static let lock = NSRecursiveLock()
  private static var instance: Unmanaged<AddressBook>?

  static var shared: AddressBook {
    lock.withLock {
      if instance == nil {
        instance = Unmanaged.passRetained(AddressBook()).retain()
      }
      return instance!.takeUnretainedValue()
    }
  }

  static func make() -> AddressBook {
    let book = shared
    book.setUp()  // It was set up when it was built.
    return book
  }

  var names: [String] = []

  private init() { setUp() }

  func copy() -> AddressBook { self }

  private func setUp() { names = ["Me"] }
}
