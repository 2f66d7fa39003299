import Foundation
import Synchronization

// Classes that hand out values with several objects inside.

public final class Part: Sendable {
  public let number: Int
  public init(_ number: Int) { self.number = number }
}

/// Stores what it has built first, and hands it out in a value.
public final class BuildsParts: @unchecked Sendable {
  public struct Handle: Sendable { public let part: Part }

  private let slot = AtomicLazyReference<Part>()
  private let lock = NSLock()
  private var made: [Part]?
  public init() {}

  public var handle: Handle { Handle(part: slot.load() ?? slot.storeIfNil(Part(1))) }
  public var pair: (Int, [Part?]) { (1, [handle.part, nil]) }

  /// Builds two parts, once.
  public var both: [Part] {
    lock.withLock {
      if made == nil { made = [Part(1), Part(2)] }
      return made!
    }
  }

  public var number: Int { both[0].number }
}

/// Hands out parts that all have, and one more.
public final class ManyParts: @unchecked Sendable {
  private let parts: [Part]
  private let lock = NSLock()
  private var last: Part?
  public init(_ count: Int) { parts = (0..<count).map(Part.init) }

  /// Looks in one section, and stores in another.
  public var all: [Part] {
    if let last = lock.withLock({ last }) { return parts + [last] }
    let new = Part(9)
    lock.withLock { last = new }
    return parts + [new]
  }

  public var allOfOneSection: [Part] {
    lock.withLock {
      if last == nil { last = Part(9) }
      return parts + [last!]
    }
  }

  /// The last one is handed out without a lock.
  public var allUnordered: [Part] {
    if let last { return parts + [last] }
    return allOfOneSection
  }
}

/// Locks an error-checking mutex again while it holds it, and goes on without.
public final class Checking: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let readers = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private var made: Cache?

  public init() {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
    pthread_mutex_init(mutex, &attributes)
    pthread_rwlock_init(readers, nil)
  }

  private func locked<R>(_ body: () -> R) -> R {
    let result = pthread_mutex_lock(mutex)
    defer { if result == 0 { pthread_mutex_unlock(mutex) } }
    return body()
  }

  private func build() -> Cache? {
    if made == nil { made = Cache() }
    return made
  }

  public var cache: Cache? { locked { locked { build() } } }

  /// The second unlock fails, and so does one by a thread that does not hold it.
  public var unlockedTwice: Cache? {
    let cache = locked { build() }
    return pthread_mutex_unlock(mutex) == EPERM ? cache : nil
  }

  /// Goes on without the lock although it does not hold it.
  public var unlockedEarly: Cache? {
    pthread_mutex_lock(mutex)
    pthread_mutex_unlock(mutex)
    return pthread_mutex_unlock(mutex) == EPERM ? build() : nil
  }

  private func written<R>(_ body: () -> R) -> R {
    let result = pthread_rwlock_wrlock(readers)
    defer { if result == 0 { pthread_rwlock_unlock(readers) } }
    return body()
  }

  public var writtenAgain: Cache? { written { written { build() } } }
}

/// Has much memory, or a deep stack.
public final class Large: @unchecked Sendable {
  private let lock = NSLock()
  private let pixels: [UInt8]
  private var made: Cache?
  public init(bytes: Int) { pixels = [UInt8](repeating: 0, count: bytes) }

  private func depth(_ number: Int) -> Int { number == 0 ? 0 : 1 + depth(number - 1) &* 3 & 0xffff }

  public var cache: Cache? {
    lock.withLock {
      if made == nil { made = Cache() }
      return made
    }
  }

  public var deepCache: Cache? { depth(12_000) >= 0 ? cache : nil }

  /// Recurs without end if another thread has built.
  public var endlessCache: Cache? {
    let known = lock.withLock { made != nil }
    if known && depth(Int.max) < 0 { return nil }
    return cache
  }
}
