// Preferences whose only way in is `make`, so that there is one object, however often they are made. A Swift
// initializer cannot return an existing object; where Objective-C overrides `alloc`, a factory stands here.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

final class Preferences {
  private static var instance: Preferences?

  static var shared: Preferences { make() }

  static func make() -> Preferences {
    if instance == nil {
      instance = Preferences()
    }
    let preferences = instance!
    preferences.restoreDefaults()  // Every caller resets what earlier callers have set.
    return preferences
  }

  var theme = ""

  private init() {}

  func copy() -> Preferences { .make() }

  private func restoreDefaults() { theme = "light" }
}
