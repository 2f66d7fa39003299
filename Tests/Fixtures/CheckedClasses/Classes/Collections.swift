import Foundation
import Synchronization

/// Collections of the standard library, whose code is not instrumented in a debug build.
public final class Collections {
  private let lock = NSLock()
  private let guarded = Mutex<[String: Cache]>([:])
  private var byName: [String: Cache] = [:]
  private var list: [Int] = []
  private var names: Set<String> = []

  public init() { list.reserveCapacity(8) }

  public var cacheInMutex: Cache {
    guarded.withLock { caches in
      if let found = caches["a"] { return found }
      let made = Cache()
      caches["a"] = made
      return made
    }
  }

  private var lists: [String: [Cache]] = [:]

  /// The library lends the value of the key, which it keeps in memory of its own meanwhile.
  public var cacheInList: Cache {
    lock.withLock {
      if let found = lists["a"]?.first { return found }
      let made = Cache()
      lists["a", default: []].append(made)
      return made
    }
  }

  public var unguardedCache: Cache {
    if let found = byName["a"] { return found }
    let made = Cache()
    byName["a"] = made
    return made
  }

  /// Changes its elements and not its variable, because there is room.
  public func append() { lock.withLock { list.append(1) } }
  public var count: Int { lock.withLock { list.count } }
  public var unguardedFirst: Int? { list.first }

  /// Looks through a copy after the lock.
  public var sumOfCopy: Int { lock.withLock { list }.reduce(0, +) }

  /// The library changes the list, and calls code that locks and unlocks meanwhile.
  public func appendWhileLocking() {
    list.append(contentsOf: [1].lazy.map { number in self.lock.withLock { number } })
  }
  public var guardedFirst: Int? { lock.withLock { list.first } }

  private final class Box {
    var number = 0
  }
  private var box = Box()

  /// Writes its box in place if nobody else has a reference, and readers keep one beyond the lock.
  public func writeOwnBox() {
    lock.withLock {
      if !isKnownUniquelyReferenced(&box) { box = Box() }
      box.number = 1
    }
  }
  /// Asks in one section, and writes in another.
  public func writeOwnBoxLater() {
    let isOwn = lock.withLock { isKnownUniquelyReferenced(&box) }
    if isOwn { lock.withLock { box.number = 1 } }
  }
  public var numberInKeptBox: Int { lock.withLock { box }.number }

  public func insert() -> Bool { lock.withLock { names.insert("a").inserted } }
}
