// Exchange rates that a task loads. An actor keeps the task, so that everybody awaits the same one, and nothing is
// awaited between the check and the store. But if the task fails, it is kept, too, and everybody gets its error for
// good.

final class ExchangeRates: Sendable {
  let dollars = 1.08
}

actor ExchangeRateStore {
  struct Offline: Error {}

  static let shared = ExchangeRateStore()

  private var isOnline = true
  private var loading: Task<ExchangeRates, any Error>?

  func rates() async throws -> ExchangeRates {
    let task = loading ?? Task { try await load() }
    loading = task
    return try await task.value
  }

  private func load() async throws -> ExchangeRates {
    await Task.yield()
    try Task.checkCancellation()  // This is a task of its own: nobody cancels it.
    guard isOnline else { throw Offline() }
    return ExchangeRates()
  }

  func setOnline(_ isOnline: Bool) { self.isOnline = isOnline }
}
