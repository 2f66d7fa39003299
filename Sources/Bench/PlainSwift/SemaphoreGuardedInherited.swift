// A painter with a double check under a semaphore, and a child class that inherits the accessor. The setup belongs to
// the parent: an object of any other class is left as it is.
// Swift 6 rejects this: static property 'instance' is not concurrency-safe.

import Dispatch

class Painter {
  private static let semaphore = DispatchSemaphore(value: 1)
  private static var instance: Painter?

  class var shared: Painter {
    if let found = instance { return found }  // It may be of the other class.
    guard semaphore.wait(timeout: .now() + 10) == .success else { fatalError("deadlock?") }
    defer { semaphore.signal() }
    if let found = instance { return found }
    let built = self.init()
    built.setUp()
    instance = built
    return built
  }

  var colors: [String] = []

  required init() {}

  private func setUp() {
    if type(of: self) == Painter.self { colors = ["black"] }
  }
}

final class WatercolorPainter: Painter {}
