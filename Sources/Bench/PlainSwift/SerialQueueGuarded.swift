// A ledger whose accessor runs on a serial queue.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Dispatch

final class Ledger {
  private static let queue = DispatchQueue(label: "com.example.ledger")
  private static var instance: Ledger?

  static var shared: Ledger {
    queue.sync {
      if instance == nil {
        instance = Ledger()
      }
      return instance!
    }
  }

  let currency = "EUR"
}
