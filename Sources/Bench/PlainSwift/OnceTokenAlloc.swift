// An account whose factory and copies lead to the shared one. The factory does not know whether it exists already, and
// sets it up again.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

class UserAccount {
  private static let instance = UserAccount()

  class var shared: UserAccount { instance }

  class func make() -> UserAccount {
    let account = shared
    account.setUp()  // Other threads are using it.
    return account
  }

  var balance = 0

  private init() { setUp() }

  func copy() -> UserAccount { .shared }

  private func setUp() { balance = 0 }
}
