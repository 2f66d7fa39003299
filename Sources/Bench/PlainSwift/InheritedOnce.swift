// A theme whose accessor is inherited and builds the class that is asked, once. The token is a flag under a lock,
// because a `static let` cannot know which class is asked.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Foundation

class Theme {
  private static let lock = NSLock()
  private static var instance: Theme?

  class var shared: Theme {
    lock.withLock {
      if instance == nil {
        instance = self.init()  // The class that is asked first.
      }
      return instance!
    }
  }

  class func make() -> Theme {
    let theme = shared
    theme.setUp()
    return theme
  }

  var accent = ""

  required init() { setUp() }

  func setUp() { accent = "blue" }
}

final class DarkTheme: Theme {
  override func setUp() { accent = "orange" }
}
