// An inbox that a task loads. A caller that is canceled cancels the task, which would be right if nobody else awaited
// it. The task is kept: one view that is closed too early leaves everybody without an inbox.

final class Inbox: Sendable {
  let messages = ["Welcome"]
}

actor InboxStore {
  static let shared = InboxStore()

  private var loading: Task<Inbox, any Error>?

  func inbox() async throws -> Inbox {
    let task = loading ?? Task { try await load() }
    loading = task
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func load() async throws -> Inbox {
    await Task.yield()
    try Task.checkCancellation()
    return Inbox()
  }
}
