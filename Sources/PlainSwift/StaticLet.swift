// Analytics in a `static let`, which is how Swift spells a singleton. The first access builds it, once, from any thread.

final class Analytics: Sendable {
  static let shared = Analytics()

  let endpoint = "https://example.com/events"

  private init() {}
}
