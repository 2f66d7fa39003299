// Tracker classes, each with its own `static let`. The factory returns the shared tracker of the class that it is
// called on, and the child builds its own with the factory: the first access to it never returns.
// Swift 6 rejects this: static property 'tracker' is not concurrency-safe.

class Tracker {
  private static let tracker = Tracker()

  class var shared: Tracker { tracker }

  class func make() -> Tracker { shared }

  var prefix = ""
  let session = UInt64.random(in: 1 ... .max)

  private init() {}
}

final class CrashTracker: Tracker {
  private static let crashTracker: Tracker = {
    let tracker = make()  // This asks for the very constant that is being initialized.
    tracker.prefix = "crash"
    return tracker
  }()

  override class var shared: Tracker { crashTracker }
}
