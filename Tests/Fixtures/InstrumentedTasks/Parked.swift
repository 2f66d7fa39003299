import Synchronization

/// Waiters that are resumed under a lock, or after it, and whose cancellation takes the lock.
public final class Parked: Sendable {
  private struct Waiters {
    var isDone = false
    var waiting: CheckedContinuation<Bool, Never>?
  }

  private let state = Mutex(Waiters())

  public init() {}

  private func wait() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { state in
          if !state.isDone { state.waiting = continuation }
          return state.isDone
        }
        if isDone { continuation.resume(returning: true) }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume(returning: false)
    }
  }

  public func waitAndCancel() async -> Bool {
    let waiter = Task { await wait() }
    await Task.yield()
    waiter.cancel()
    return await waiter.value
  }

  public func fulfillUnderLock() {
    state.withLock { state in
      state.isDone = true
      state.waiting?.resume(returning: true)
      state.waiting = nil
    }
  }

  public func fulfill() {
    let waiting = state.withLock { state in
      state.isDone = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: true)
  }
}
