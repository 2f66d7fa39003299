// A document class with an accessor that builds the class that is asked. Each class has its own lock, as with
// `@synchronized(self)` in a class method, but all classes share one variable.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Foundation

class Document {
  private static var instance: Document?
  private static let documentLock = NSRecursiveLock()

  class var lock: NSRecursiveLock { documentLock }

  class var shared: Document {
    lock.withLock {
      if instance == nil {
        instance = self.init()
      }
      return instance!
    }
  }

  class func make() -> Document {
    let document = shared
    document.setUp()
    return document
  }

  var title = ""

  required init() { setUp() }

  private func setUp() { title = "Untitled" }
}

final class Spreadsheet: Document {
  private static let spreadsheetLock = NSRecursiveLock()

  override class var lock: NSRecursiveLock { spreadsheetLock }
}
