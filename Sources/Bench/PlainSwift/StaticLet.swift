// Analytics in a `static let`, which is how Swift spells a singleton. The first access builds it, once, from any thread.

final class Analytics: Sendable {
  static let shared = Analytics()

  let session = UInt64.random(in: 1 ... .max)

  private init() {}
}
