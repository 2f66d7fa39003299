import Foundation

// await-between

actor WorkerProvider: TaskForm {
  private var worker: Made?
  func instance() async -> Made? {
    if let worker { return worker }
    let new = await load()
    worker = new
    return new
  }
}

actor WorkerKeeper: TaskForm {
  private var loading: Task<Made, Never>?
  func instance() async -> Made? {
    let task = loading ?? Task { await load() }
    loading = task
    return await task.value
  }
}

/// Makes an instance elsewhere.
private func load() async -> Made {
  await Task.yield()
  return Made()
}

// failed-task-kept

/// A download of which the first fails.
actor Download {
  private var hasFailed = false
  func result() async throws -> Made {
    await Task.yield()
    if hasFailed { return Made() }
    hasFailed = true
    throw CancellationError()
  }
}

actor FailureKeeper: TaskForm {
  private let download = Download()
  private var request: Task<Made, any Error>?
  private var made: Made?

  private func endpoint() async throws -> Made {
    if let made { return made }
    if let request { return try await request.value }
    let new = Task { try await download.result() }
    request = new
    made = try await new.value
    request = nil
    return made!
  }

  /// Asks again after a failure.
  func instance() async -> Made? {
    if let made = try? await endpoint() { return made }
    return try? await endpoint()
  }
}

actor FailureForgetter: TaskForm {
  private let download = Download()
  private var request: Task<Made, any Error>?

  private func endpoint() async throws -> Made {
    if let request { return try await request.value }
    // The task forgets itself, so that nobody else's is forgotten.
    let new = Task {
      do { return try await download.result() } catch {
        request = nil
        throw error
      }
    }
    request = new
    return try await new.value
  }

  /// Asks again after a failure.
  func instance() async -> Made? {
    if let made = try? await endpoint() { return made }
    return try? await endpoint()
  }
}

// built-on-a-queue

final class ContextCache: TaskForm, @unchecked Sendable {
  private let lock = NSLock()
  private let queue = DispatchQueue(label: "contexts")
  private var made: Made?
  func instance() async -> Made? {
    if let known = lock.withLock({ made }) { return known }
    let new = await withCheckedContinuation { built in queue.async { built.resume(returning: Made()) } }
    lock.withLock { made = new }
    return new
  }
}

final class GuardedContextCache: TaskForm, @unchecked Sendable {
  private let queue = DispatchQueue(label: "contexts")
  private var made: Made?
  func instance() async -> Made? {
    await withCheckedContinuation { found in
      queue.async {
        if self.made == nil { self.made = Made() }
        found.resume(returning: self.made)
      }
    }
  }
}
