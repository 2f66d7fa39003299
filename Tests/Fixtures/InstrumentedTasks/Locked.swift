import Foundation
import Synchronization

/// Looks and stores on no actor, with a lock, an atomic, or what is not followed.
public final class Locked: @unchecked Sendable {
  public enum Use: Sendable {
    case mutexOnce, mutexTwice, mutexAfterTask, triedMutex, lockOnce, lockTwice, triedLock, readWriteLock, atomic
    case deinitializer, count, elements, cancellationHandler, afterCancellationHandler
  }

  private static let mutex = Mutex(0)
  private static let atomic = Atomic(0)
  private static let lock = NSLock()
  nonisolated(unsafe) private static let readWriteLock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

  private let use: Use
  private let box = Box()
  private let counts = Counts()
  private let thing = Thing()
  private let actor = Hopped()

  public init(_ use: Use) {
    self.use = use
    pthread_rwlock_init(Self.readWriteLock, nil)
  }

  public func current() async -> Thing {
    await actor.hop()
    switch use {
    case .mutexOnce: Self.mutex.withLock { $0 += 1 }
    case .mutexTwice:
      let before = Self.mutex.withLock { $0 }
      Self.mutex.withLock { $0 = before + 1 }
    case .mutexAfterTask:
      Task { Self.mutex.withLock { $0 += 1 } }
      Self.mutex.withLock { $0 += 1 }
    case .triedMutex: tryMutex()
    case .lockOnce: Self.lock.withLock { box.value += 1 }
    case .lockTwice:
      let before = Self.lock.withLock { box.value }
      Self.lock.withLock { box.value = before + 1 }
    case .triedLock: tryLock()
    case .readWriteLock: lockForWriting()
    case .atomic:
      let before = Self.atomic.load(ordering: .acquiring)
      Self.atomic.store(before + 1, ordering: .releasing)
    case .deinitializer: _ = Adding(to: box)
    case .count:
      await counts.add()
      _ = await counts.counted.value
    case .elements:
      await counts.addToFirst()
      _ = await counts.items.withUnsafeBufferPointer { $0[0] }
    case .cancellationHandler:
      let own = Box()
      await withTaskCancellationHandler {
        await actor.hop()
        own.value += 1
      } onCancel: {
        own.value += 1
      }
    case .afterCancellationHandler:
      let own = Box()
      await withTaskCancellationHandler {
        await actor.hop()
      } onCancel: {
        own.value += 1
      }
      own.value += 1
    }
    return thing
  }

  /// In a function of its own: where a function tries to take a Mutex, all that it does to one may be that.
  private func tryMutex() { _ = Self.mutex.withLockIfAvailable { $0 += 1 } }

  private func tryLock() {
    guard Self.lock.try() else { return }
    box.value += 1
    Self.lock.unlock()
  }

  private func lockForWriting() {
    pthread_rwlock_wrlock(Self.readWriteLock)
    box.value += 1
    pthread_rwlock_unlock(Self.readWriteLock)
  }
}

/// Looks and stores in one critical section of a lock that is a property.
public final class WithOwnMutex: Sendable {
  private let made = Mutex<Thing?>(nil)
  private let actor = Hopped()

  public init() {}

  public func current() async -> Thing {
    await actor.hop()
    return made.withLock { made in
      if let made { return made }
      let thing = Thing()
      made = thing
      return thing
    }
  }
}

private final class Adding {
  private let box: Box
  init(to box: Box) { self.box = box }
  deinit { box.add() }
}

extension Box {
  func add() { value += 1 }
}

private actor Counts {
  private(set) var counted = Counted()
  private(set) var items = [0]

  func add() { counted.add() }
  func addToFirst() { items.withUnsafeMutableBufferPointer { $0[0] += 1 } }
}

/// A value that is copied when it is written, unless nobody else refers to it any more.
private struct Counted: @unchecked Sendable {
  private final class Storage {
    var value = 0
  }

  private var storage = Storage()
  var value: Int { storage.value }

  mutating func add() {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage() }
    storage.value += 1
  }
}
