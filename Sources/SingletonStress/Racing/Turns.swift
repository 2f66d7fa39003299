import Synchronization

/// The turns of the races of this process: one at a time, in the order in which they asked, because two at a time would
/// only slow each other down.
package enum Turns {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Mutex(State())

  /// Runs the body when its turn has come.
  package static func take<Value>(_ body: () async throws -> Value) async throws -> Value {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
    defer { pass() }
    try Task.checkCancellation()
    return try await body()
  }

  private static func pass() {
    let next = state.withLock { state in
      state.isTaken = !state.waiting.isEmpty
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.resume()
  }
}
