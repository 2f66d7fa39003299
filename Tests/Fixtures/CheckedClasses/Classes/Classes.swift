import Foundation
import Synchronization

// Classes as applications write them. Nothing here knows of a check.

public final class Cache: Sendable {
  public let size: Int
  public init(size: Int? = nil) { self.size = size ?? capacity }
}

nonisolated(unsafe) public var capacity = 42

public final class LookThenBuild {
  private var made: Cache?
  public init() {}
  public var cache: Cache? {
    if made == nil { made = Cache() }
    return made
  }
}

public final class LazyProperty {
  public init() {}
  public lazy var cache = Cache()
}

public final class FlagBesideReference {
  private let lock = Mutex(())
  private var isReady = false
  private var made: Cache?
  public init() {}
  public var cache: Cache? {
    if !isReady {
      lock.withLock { _ in
        if !isReady {
          isReady = true
          made = Cache()
        }
      }
    }
    return made
  }
}

public final class GuardedByMutex: Sendable {
  private let made = Mutex<Cache?>(nil)
  public init() {}
  public var cache: Cache? {
    made.withLock { made in
      if made == nil { made = Cache() }
      return made
    }
  }
}

public final class DoubleChecked {
  private let lock = Mutex(())
  private var made: Cache?
  public init() {}
  public var cache: Cache? {
    if let made { return made }
    return lock.withLock { _ in
      if made == nil { made = Cache() }
      return made
    }
  }
}

public final class DoubleCheckedAtomically {
  private let lock = Mutex(())
  private let made = Atomic<UnsafeRawPointer?>(nil)
  public init() {}

  public var acquired: Cache? { cache(.acquiring, .releasing) }
  public var relaxed: Cache? {
    if let known = made.load(ordering: .relaxed) { return object(known) }
    return lock.withLock { _ in
      if let known = made.load(ordering: .relaxed) { return object(known) }
      let new = Cache()
      made.store(Unmanaged.passRetained(new).toOpaque(), ordering: .relaxed)
      return new
    }
  }

  private func cache(_ load: AtomicLoadOrdering, _ store: AtomicStoreOrdering) -> Cache? {
    if let known = made.load(ordering: .acquiring) { return object(known) }
    return lock.withLock { _ in
      if let known = made.load(ordering: .relaxed) { return object(known) }
      let new = Cache()
      made.store(Unmanaged.passRetained(new).toOpaque(), ordering: .releasing)
      return new
    }
  }

  private func object(_ address: UnsafeRawPointer) -> Cache {
    Unmanaged<Cache>.fromOpaque(address).takeUnretainedValue()
  }
}

public final class ClaimedByExchange {
  private let isClaimed = Atomic<Bool>(false)
  private var made: Cache?
  public init() {}
  public var cache: Cache? {
    let (isFirst, _) = isClaimed.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
    if isFirst { made = Cache() }
    return made
  }
}

public final class GuardedByLock {
  private let lock = NSLock()
  private var made: Cache?
  public init() {}
  public var cache: Cache? {
    lock.lock()
    defer { lock.unlock() }
    if made == nil { made = Cache() }
    return made
  }
  public var lateCache: Cache? {
    if made == nil {
      lock.lock()
      made = Cache()
      lock.unlock()
    }
    return made
  }
}

public final class GuardedBySemaphore {
  private let semaphore = DispatchSemaphore(value: 1)
  private var made: Cache?
  public init() {}
  public var cache: Cache? {
    semaphore.wait()
    defer { semaphore.signal() }
    if made == nil { made = Cache() }
    return made
  }
}

public final class Session: Sendable {
  public static let shared = Session()
  let number: Int
  init() { number = capacity }
}

public final class ByName {
  private let lock = Mutex(())
  private var caches: [String: Cache] = [:]
  public init() {}
  public var inOneSection: Cache? {
    lock.withLock { _ in
      if let known = caches["a"] { return known }
      let new = Cache()
      caches["a"] = new
      return new
    }
  }
  public var inTwoSections: Cache? {
    if let known = lock.withLock({ _ in caches["a"] }) { return known }
    let new = Cache()
    lock.withLock { _ in caches["a"] = new }
    return new
  }
}

public final class TwoLocks {
  private let first = NSLock()
  private let second = NSLock()
  private let turn = Atomic<Int>(0)
  private var made: Cache?
  public init() {}
  public var cache: Cache? {
    let isEven = turn.add(1, ordering: .relaxed).oldValue == 0
    let (a, b) = isEven ? (first, second) : (second, first)
    a.lock()
    b.lock()
    defer {
      b.unlock()
      a.unlock()
    }
    if made == nil { made = Cache() }
    return made
  }
}

public final class GuardedByQueue {
  private let serial = DispatchQueue(label: "cache")
  private let concurrent = DispatchQueue(label: "caches", attributes: .concurrent)
  private var made: Cache?
  public init() {}
  public var cache: Cache? { serial.sync { look() } }
  public var readTogether: Cache? { concurrent.sync { look() } }
  public var behindBarrier: Cache? { concurrent.sync(flags: .barrier) { look() } }

  private func look() -> Cache? {
    if made == nil { made = Cache() }
    return made
  }
}

/// Gives an instance to the first who asks.
public final class FirstOnly: Sendable {
  private let isTaken = Atomic<Bool>(false)
  public init() {}
  public var taken: Cache? {
    let (isFirst, _) = isTaken.compareExchange(
      expected: false, desired: true, successOrdering: .releasing, failureOrdering: .acquiring)
    return isFirst ? Cache() : nil
  }
}

/// A queue, and memory whose references nobody counts.
public final class QueueBesidePointer: @unchecked Sendable {
  private let queue = DispatchQueue(label: "cache")
  private let isAllowed = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
  private var made: Cache?
  public init() { isAllowed.initialize(to: true) }
  deinit { isAllowed.deallocate() }
  public var cache: Cache? {
    guard isAllowed.pointee else { return nil }
    return queue.sync {
      if made == nil { made = Cache() }
      return made
    }
  }
}

public final class GuardedByReadersLock {
  private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private var made: Cache?
  public init() { pthread_rwlock_init(lock, nil) }

  /// Looks with others, and builds alone.
  public var cache: Cache? {
    pthread_rwlock_rdlock(lock)
    let known = made
    pthread_rwlock_unlock(lock)
    if let known { return known }
    pthread_rwlock_wrlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    if made == nil { made = Cache() }
    return made
  }
}

/// Waits for its lock, or gives up, in one function.
public final class WaitsOrNot: Sendable {
  private let made = Mutex<Int>(0)
  public init() {}

  public func next(waits: Bool) -> Int? {
    if waits {
      return made.withLock { made in
        made += 1
        return made
      }
    }
    return made.withLockIfAvailable { made in
      made += 1
      return made
    }
  }
}
