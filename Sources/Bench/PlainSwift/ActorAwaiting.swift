// An access token that an actor fetches and keeps. While the actor awaits the token, it runs the next task, which finds
// no token and fetches another one; the first task does not look again before it stores. Swift 6 accepts this: there is
// no data race.

final class AccessToken: Sendable {
  let text = "secret"
}

actor TokenStore {
  static let shared = TokenStore()

  private var token: AccessToken?

  func current() async -> AccessToken {
    if token == nil {
      token = await fetch()
    }
    return token!
  }

  private func fetch() async -> AccessToken {
    await Task.yield()
    return AccessToken()
  }
}
