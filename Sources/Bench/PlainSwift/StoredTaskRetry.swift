// The weather, which a task loads and an actor keeps. A task that has failed is forgotten, but only if it is still the
// one that is kept: some of those who await it come late, when the next task is already loading.

final class Weather: Sendable {
  let degrees = 21
}

actor WeatherStore {
  struct Offline: Error {}

  static let shared = WeatherStore()

  private var isOnline = true
  private var loading: Task<Weather, any Error>?

  func weather() async throws -> Weather {
    let task = loading ?? Task { try await load() }
    loading = task
    do {
      return try await task.value
    } catch {
      if loading == task { loading = nil }
      throw error
    }
  }

  private func load() async throws -> Weather {
    await Task.yield()
    guard isOnline else { throw Offline() }
    return Weather()
  }

  func setOnline(_ isOnline: Bool) { self.isOnline = isOnline }
}
