// A record store that is built by a hook, which runs once for each class before the class is first used. Swift has no
// `+initialize`; a set of the classes whose hook has begun stands for the runtime.
// Swift 6 rejects this: static property 'begun' is not concurrency-safe.

import Foundation

class RecordStore {
  private static let lock = NSRecursiveLock()
  private static var begun: Set<ObjectIdentifier> = []
  private static var instance: RecordStore?

  class var shared: RecordStore {
    lock.withLock {
      runHooks()
      return instance!
    }
  }

  private class func runHooks() {
    guard begun.insert(ObjectIdentifier(self)).inserted else { return }
    if self != RecordStore.self { RecordStore.runHooks() }
    initialize()
  }

  class func initialize() {
    if instance == nil { instance = self.init() }
    instance!.records = ["first"]  // The hook of a child does this again.
  }

  var records: [String] = []

  required init() {}
}

final class CloudStore: RecordStore {}  // `CloudStore.shared` is a `RecordStore`.
