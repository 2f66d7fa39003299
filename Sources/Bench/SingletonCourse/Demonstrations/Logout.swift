/// The ways to log a user out while a download is under way.
enum Logout: String, CaseIterable {
  case tearDownOnly = "tear down only"
  case wait = "wait for the work first"
  case cancelEarly = "cancel work that has not begun"
  case cancelLate = "cancel work that has begun"
  case cancelAndWait = "cancel the work, then wait for it"
  case handOver = "the work has its own cache"

  /// The logouts whose next user finds an empty cache. They share a singleton, so they run once, one after the other.
  static let clean = Set(allCases.filter { $0.leavesNothing() })

  /// Logs the old user out, and returns whether the next user's cache is empty.
  private func leavesNothing() -> Bool {
    let own = PictureCache()
    let download = Download { self == .handOver ? own : PictureCache.shared }
    switch self {
    case .tearDownOnly, .handOver: break
    case .wait:
      download.begin()
      download.finish()
    case .cancelEarly: download.cancel()
    case .cancelLate:
      download.begin()
      download.cancel()
    case .cancelAndWait:
      download.begin()
      download.cancel()
      download.finish()
    }
    PictureCache.tearDown()
    download.finish()
    defer { PictureCache.tearDown() }
    return PictureCache.shared.isEmpty
  }

  static var findings: [Lesson.Finding] {
    allCases.map {
      ($0.rawValue, clean.contains($0) ? "the next user's cache is empty" : "it has an old picture")
    }
  }
}
