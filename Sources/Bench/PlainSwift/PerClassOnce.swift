// Session classes, each with its own `static let`. The factory returns the shared session of the class that it is
// called on, and begins it again.
// Swift 6 rejects this: static property 'session' is not concurrency-safe.

class Session {
  private static let session = Session()

  class var shared: Session { session }

  class func make() -> Session {
    let session = shared
    session.begin()  // It began when it was built.
    return session
  }

  var messages: [String] = []

  fileprivate init() { begin() }

  private func begin() { messages = [] }
}

final class GuestSession: Session {
  private static let guestSession = GuestSession()

  override class var shared: Session { guestSession }
}
