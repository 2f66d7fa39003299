import Foundation
import Synchronization

/// Uses a lock twice where the check cannot let others come between, or where it does not know what they would do.
public final class Unpausable: @unchecked Sendable {
  public enum Use: Sendable {
    case inHandler, inImmediateTask, besideReadWriteLock, withThreadLocal, acrossAwait, ownLockAgain, spinning, trapping
  }

  private static let mutex = Mutex(0)
  private static let lock = NSLock()
  nonisolated(unsafe) private static let readWriteLock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  private let use: Use
  private let thing = Thing()
  private let actor = Hopped()

  public init(_ use: Use) {
    self.use = use
    pthread_rwlock_init(Self.readWriteLock, nil)
    _ = Self.key
  }

  private func add() { Self.mutex.withLock { $0 += 1 } }

  private func addTwice() {
    add()
    add()
  }

  /// Whether another job has come between.
  private func isInterrupted() -> Bool {
    let before = Self.mutex.withLock { $0 }
    return Self.mutex.withLock { count in
      count += 1
      return count != before + 1
    }
  }

  private func lockForReading() {
    pthread_rwlock_rdlock(Self.readWriteLock)
    addTwice()
    pthread_rwlock_unlock(Self.readWriteLock)
  }

  private func tryLock() -> Bool { Self.lock.try() }
  private func take() { Self.lock.lock() }
  private func give() { Self.lock.unlock() }

  public func current() async -> Thing {
    switch use {
    case .inHandler:
      await withTaskCancellationHandler {
        await actor.hop()
      } onCancel: {
        addTwice()
      }
      add()
    case .inImmediateTask:
      await actor.hop()
      if #available(macOS 26.0, *) { Task.immediate { addTwice() } }
    case .besideReadWriteLock: lockForReading()
    case .withThreadLocal:
      pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
      addTwice()
      pthread_setspecific(Self.key, nil)
    case .acrossAwait:
      let isInterrupted = isInterrupted()
      take()
      if isInterrupted { await actor.hop() }
      give()
    case .trapping: precondition(!isInterrupted())
    case .spinning:
      while !tryLock() {}
      give()
    case .ownLockAgain:
      if isInterrupted() { take() }
      take()
      give()
    }
    return thing
  }
}
