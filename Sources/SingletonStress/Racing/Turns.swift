import Synchronization

/// The turns of the races of this process: one at a time, in the order in which they asked, because two at a time would
/// only slow each other down.
package enum Turns {
  private struct State {
    var isTaken = false
    var waiting: [(ticket: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    var tickets = 0
  }

  private static let state = Mutex(State())

  /// Runs the body when its turn has come, or throws a `CancellationError` if its task is canceled before that.
  package static func take<Value>(_ body: () async throws -> Value) async throws -> Value {
    try await wait()
    defer { pass() }
    return try await body()
  }

  private static func wait() async throws {
    let ticket = state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isFree = state.withLock { state -> Bool? in
          // Asked within the lock: a cancellation that comes later finds the continuation in the list.
          if Task.isCancelled { return nil }
          if state.isTaken { state.waiting.append((ticket, continuation)) }
          defer { state.isTaken = true }
          return !state.isTaken
        }
        if isFree == nil { continuation.resume(throwing: CancellationError()) }
        if isFree == true { continuation.resume() }
      }
    } onCancel: {
      let canceled = state.withLock { state in
        state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0).continuation }
      }
      canceled?.resume(throwing: CancellationError())
    }
  }

  private static func pass() {
    let next = state.withLock { state in
      state.isTaken = !state.waiting.isEmpty
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst().continuation
    }
    next?.resume()
  }
}
