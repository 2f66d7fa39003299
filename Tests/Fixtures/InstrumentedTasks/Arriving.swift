import Synchronization

@MainActor private final class Shown {
  private var last = 0

  nonisolated init() {}

  /// Returns whether the tickets come in their order.
  func show(_ ticket: Int) -> Bool {
    defer { last = ticket }
    return ticket > last
  }
}

/// Draws a ticket under a lock, and shows it to the main actor in a task of its own.
public final class Ticketing: Sendable {
  private let next = Mutex(0)
  private let shown = Shown()
  private let thing = Thing()
  private let keepsLock: Bool

  public init(keepsLock: Bool) { self.keepsLock = keepsLock }

  private func show(_ ticket: Int) -> Task<Bool, Never> { Task { @MainActor in shown.show(ticket) } }

  private func drawn() -> Task<Bool, Never> {
    if keepsLock {
      return next.withLock {
        $0 += 1
        return show($0)
      }
    }
    let ticket = next.withLock {
      $0 += 1
      return $0
    }
    return show(ticket)
  }

  public func current() async -> Thing? { await drawn().value ? thing : nil }
}
