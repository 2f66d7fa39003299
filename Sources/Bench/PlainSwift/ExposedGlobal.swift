// A mailbox in a global variable, which every file of the module can write.
// Swift 6 rejects this: var 'sharedMailbox' is not concurrency-safe.

import Foundation

var sharedMailbox: Mailbox?

final class Mailbox {
  private static let lock = NSRecursiveLock()

  static var shared: Mailbox? {
    if sharedMailbox == nil {
      lock.withLock {
        if sharedMailbox == nil { sharedMailbox = make() }
      }
    }
    return sharedMailbox
  }

  static func make() -> Mailbox? {
    if sharedMailbox == nil {
      lock.withLock {
        if sharedMailbox == nil { sharedMailbox = Mailbox() }
      }
    }
    guard let mailbox = sharedMailbox else { return nil }  // Another file has set it to nil.
    mailbox.messages = ["Welcome"]  // The accessor has been handing it out without this.
    return mailbox
  }

  var messages: [String] = []

  private init() {}
}

// In another file:
func signOut() {
  sharedMailbox = nil  // The lock does not protect this write, and the next caller builds another mailbox.
}
