// Accounts with a once token and a variable for each class. A semaphore guards the initializer, whose custom part is
// skipped if there is an account already: making an account again changes nothing.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Dispatch

class Account {
  private static var instance: Account?
  private static let semaphore = DispatchSemaphore(value: 1)
  private static let once: Void = { _ = Account() }()

  class var shared: Account {
    _ = once
    return instance!
  }

  class func make() -> Account {
    let account = shared
    account.setUp()
    return account
  }

  var name = ""

  fileprivate init() { setUp() }

  private func setUp() {
    let existing = Account.instance  // A child reads this outside of the parent's token.
    Account.semaphore.wait()
    defer { Account.semaphore.signal() }
    guard existing == nil, type(of: self) == Account.self else { return }
    name = "owner"
    Account.instance = self
  }
}

final class GuestAccount: Account {
  private static let guest = GuestAccount()

  override class var shared: Account { guest }

  override fileprivate init() {
    super.init()
    name = "guest"
  }
}
