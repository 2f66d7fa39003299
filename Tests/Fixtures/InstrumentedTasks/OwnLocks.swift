import Foundation
import Synchronization

/// Looks and stores in one critical section of a lock of Foundation that is a property.
public final class WithOwnLock: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Thing?
  private let actor = Hopped()

  public init() {}

  public func current() async -> Thing {
    await actor.hop()
    return lock.withLock {
      if made == nil { made = Thing() }
      return made!
    }
  }
}

/// The same with a lock that its thread can take again.
public final class WithOwnRecursiveLock: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var made: Thing?
  private let actor = Hopped()

  public init() {}

  private func existing() -> Thing? { lock.withLock { made } }

  public func current() async -> Thing {
    await actor.hop()
    return lock.withLock {
      if existing() == nil { made = Thing() }
      return made!
    }
  }
}

/// Holds its lock when it stores, and not when it looks.
public final class WithLateLock: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Thing?
  private let actor = Hopped()

  public init() {}

  public func current() async -> Thing? {
    await actor.hop()
    if made == nil {
      let thing = Thing()
      lock.withLock { made = thing }
    }
    return made
  }
}

/// Looks and stores in one critical section of a lock of the C library that is a property.
public final class WithOwnMutexOfC: @unchecked Sendable {
  private var mutex = pthread_mutex_t()
  private var made: Thing?
  private let actor = Hopped()

  public init() { pthread_mutex_init(&mutex, nil) }

  private func locked() -> Thing {
    pthread_mutex_lock(&mutex)
    defer { pthread_mutex_unlock(&mutex) }
    if made == nil { made = Thing() }
    return made!
  }

  public func current() async -> Thing {
    await actor.hop()
    return locked()
  }
}

/// The same behind a pointer.
public final class WithAllocatedMutexOfC: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var made: Thing?
  private let actor = Hopped()

  public init() { pthread_mutex_init(mutex, nil) }

  private func locked() -> Thing {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if made == nil { made = Thing() }
    return made!
  }

  public func current() async -> Thing {
    await actor.hop()
    return locked()
  }
}

/// Has a lock and an atomic that its own code never uses.
public actor WithUnusedLock {
  public nonisolated let notes = Mutex(0)
  public nonisolated let hits = Atomic(0)
  private var made: Thing?
  public var isMade: Bool { made != nil }

  public init() {}

  public func current() async -> Thing {
    if let made { return made }
    await Task.yield()
    if let made { return made }
    let thing = Thing()
    made = thing
    return thing
  }
}
