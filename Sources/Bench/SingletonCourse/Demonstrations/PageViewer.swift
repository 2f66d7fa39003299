/// Three test cases of a page viewer, and the cache in which it keeps its page.
final class PageCache {
  var page: String?
}

enum Network { case offline, failing, working }

struct PageViewer {
  let cache: PageCache

  func show(from network: Network) -> String {
    if let page = cache.page { return page }
    switch network {
    case .offline: return "no connection"
    case .failing: return "server error"
    case .working:
      cache.page = "the page"
      return "the page"
    }
  }
}

enum TestCase: String, CaseIterable {
  case offline = "offline"
  case serverError = "server error"
  case success = "success"

  func passes(with cache: PageCache) -> Bool {
    let viewer = PageViewer(cache: cache)
    switch self {
    case .offline: return viewer.show(from: .offline) == "no connection"
    case .serverError: return viewer.show(from: .failing) == "server error"
    case .success: return viewer.show(from: .working) == "the page"
    }
  }
}
