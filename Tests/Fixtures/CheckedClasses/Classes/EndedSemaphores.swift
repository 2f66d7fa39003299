import Dispatch
import Foundation

// Classes whose semaphores end.

public final class CountsWithPermit: @unchecked Sendable {
  private let lock = NSLock()
  private var hits = 0
  public init() {}

  private func hit() -> Int {
    lock.withLock {
      hits += 1
      return hits
    }
  }

  public func hitAndKeep() -> Int {
    let turn = DispatchSemaphore(value: 1)
    turn.wait()
    return hit()
  }

  public func hitAndReturn() -> Int {
    let turn = DispatchSemaphore(value: 1)
    turn.wait()
    defer { turn.signal() }
    return hit()
  }

  public func hitAndAdd() -> Int {
    let turn = DispatchSemaphore(value: 0)
    turn.signal()
    return hit()
  }
}

/// Has a semaphore, within an object of its own, that one thread lets go and others use.
public final class LetsGoOfSemaphore: @unchecked Sendable {
  public final class Turn: Sendable { public let permits = DispatchSemaphore(value: 1) }
  private let lock = NSLock()
  private var turn: Turn? = Turn()
  private var uses = 0
  public init() {}

  /// - Parameter isTaken: Whether the setup takes the permit.
  public convenience init(isTaken: Bool) {
    self.init()
    if isTaken { turn!.permits.wait() }
  }

  public func use() -> Int {
    guard let mine = lock.withLock({ turn }) else { return 0 }
    mine.permits.wait()
    lock.withLock { uses += 1 }
    mine.permits.signal()
    return 1
  }

  public func useOnce() -> Int {
    guard let mine = lock.withLock({ turn }) else { return 0 }
    mine.permits.wait()
    return 1
  }

  public func letGo() -> Int {
    lock.withLock { turn = nil }
    return 0
  }
}
