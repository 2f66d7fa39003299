import Dispatch
import Foundation

// Classes whose defects are drawn.

/// Takes a lock and then enters a queue, and the other way around.
public final class LockThenQueue: @unchecked Sendable {
  private let lock = NSLock()
  private let interface = DispatchQueue(label: "interface")
  private var made: Cache?
  public init() {}

  public var lockedFirst: Cache? {
    lock.lock()
    defer { lock.unlock() }
    interface.sync { if made == nil { made = Cache() } }
    return made
  }

  public var queuedFirst: Cache? {
    interface.sync {
      lock.withLock { made }
    }
  }
}

/// Reads on a concurrent queue without a barrier for the store.
public final class StoresTogether: @unchecked Sendable {
  private let queue = DispatchQueue(label: "together", attributes: .concurrent)
  private var made: Cache?
  public init() {}

  public var cache: Cache? {
    let known = queue.sync { made }
    return known ?? store()
  }

  private func store() -> Cache? {
    queue.sync { made = Cache() }
    return made
  }
}

/// Wants to write while it reads.
public final class Upgrades: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private var made: Cache?
  public init() { pthread_rwlock_init(lock, nil) }

  public var cache: Cache? {
    pthread_rwlock_rdlock(lock)
    if made == nil {
      pthread_rwlock_wrlock(lock)
      made = Cache()
      pthread_rwlock_unlock(lock)
    }
    pthread_rwlock_unlock(lock)
    return made
  }
}

/// Keeps numbers by name without a lock.
public final class CountsByName {
  private final class Tally {
    var latest = 0
  }
  private let tally = Tally()
  private var entries: [String: Int] = [:]
  public init() {}

  public func countEntries() -> Int {
    entries = ["first": 1]
    return entries.count
  }

  public func countLatest() -> Int {
    tally.latest += 1
    return tally.latest
  }
}

/// Looks for a permit, and stores without one.
public final class StoresWithoutPermit: @unchecked Sendable {
  private let permits = DispatchSemaphore(value: 1)
  private var made: Cache?
  public init() {}

  public var cache: Cache? {
    permits.wait()
    let known = made
    permits.signal()
    if let known { return known }
    made = Cache()
    return made
  }
}

/// Takes what the other thread has not made yet to be there.
public final class TrapsIfFirst: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Cache?
  public init() {}

  public func make() -> Int {
    lock.withLock { made = Cache() }
    return 0
  }

  public func size() -> Int {
    let found = lock.withLock { made }
    return found!.size
  }
}

/// A stored value of several words.
public protocol Saving {
  func saved(_ number: Int) -> any Saving
  var last: Cache { get }
}

private struct FileStore: Saving {
  let first: Cache, last: Cache, number: Int
  func saved(_ number: Int) -> any Saving { FileStore(first: last, last: Cache(size: number), number: number) }
}

/// Replaces such a value without a lock.
public final class ReplacesStore {
  private var store: any Saving = FileStore(first: Cache(), last: Cache(), number: 0)
  public init() {}

  public func fetch(_ number: Int) -> Int {
    store = store.saved(number)
    return store.last.size
  }
}

/// Never gives its lock back.
public final class KeepsLock: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Cache?
  public init() {}

  public func keep() -> Int {
    lock.lock()
    made = Cache()
    return 0
  }

  public func isMade() -> Int {
    guard lock.try() else { return 0 }
    defer { lock.unlock() }
    return made == nil ? 0 : 1
  }
}

/// A counter in a memory page of its own, whose address the system chooses.
public final class CountsInPage {
  private let page = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
  public init() {}

  public func count() -> Int {
    let number = page.assumingMemoryBound(to: Int.self)
    number.pointee += 1
    return number.pointee
  }
}
