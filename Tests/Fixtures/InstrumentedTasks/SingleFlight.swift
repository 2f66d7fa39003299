import Foundation

/// Builds in a task or in the job of its first caller, for which the others wait.
public final class SingleFlight: @unchecked Sendable {
  private let lock = NSLock()
  private let keepsLock: Bool
  private var task: Task<Thing, Never>?
  private var made: Thing?
  private var isBuilding = false
  private var waiters: [CheckedContinuation<Thing, Never>] = []

  /// - Parameter keepsLock: Whether it looks again under the lock under which it stores.
  public init(keepsLock: Bool) { self.keepsLock = keepsLock }

  public func inTask() async -> Thing {
    if let task = lock.withLock({ task }) { return await task.value }
    let current = lock.withLock {
      if keepsLock, let task { return task }
      let new = Task { Thing() }
      task = new
      return new
    }
    return await current.value
  }

  private func begins() -> Bool {
    lock.withLock {
      defer { isBuilding = true }
      return !isBuilding
    }
  }

  private func end(_ new: Thing) -> Thing {
    let all = lock.withLock {
      made = new
      return waiters
    }
    for waiter in all { waiter.resume(returning: new) }
    return new
  }

  private func wait(_ waiter: CheckedContinuation<Thing, Never>) {
    let found = lock.withLock { () -> Thing? in
      if keepsLock, let made { return made }
      waiters.append(waiter)
      return nil
    }
    if let found { waiter.resume(returning: found) }
  }

  public func inFirstCaller() async -> Thing {
    if begins() {
      await Task.yield()
      return end(Thing())
    }
    if let made = lock.withLock({ made }) { return made }
    return await withCheckedContinuation { wait($0) }
  }
}
