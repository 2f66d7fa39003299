import Foundation
import Synchronization

// Classes that do what a check cannot follow, or what would stop a program that asks them twice.

public final class Stamped: Sendable {
  let time: Date
  init(time: Date) { self.time = time }
}

public final class Outside {
  private let lock = NSLock()
  private var made: Cache?
  private var stamped: Stamped?
  public init() {}

  public var cache: Cache? {
    lock.withLock {
      if made == nil { made = Cache() }
      return made
    }
  }

  public var withClock: Stamped? {
    lock.withLock {
      if stamped == nil { stamped = Stamped(time: Date()) }
      return stamped
    }
  }

  public var withRandomNumber: Cache? {
    lock.withLock {
      if made == nil { made = Cache(size: Int.random(in: 0..<10)) }
      return made
    }
  }

  public var withSharedSequence: Cache? {
    lock.withLock {
      if made == nil { made = Cache(size: Int(random() % 10)) }
      return made
    }
  }

  /// Does one thing or another, as a number from outside of this module says.
  public func cache(by number: Int) -> Cache? {
    if number % 2 == 0 { return cache }
    lock.lock()
    lock.unlock()
    return cache
  }

  public func cache(after descriptor: Int32) -> Cache? {
    var byte: UInt8 = 0
    _ = read(descriptor, &byte, 1)
    return cache
  }

  public var withoutUnlock: Cache? {
    lock.lock()
    if made == nil { made = Cache() }
    return made
  }

  public var trapping: Cache? { made! }
}

/// Has a guest that threads share, and whoever lets go of it last ends it. The end is counted.
public final class CountsGuests {
  /// How the end of the guest is counted.
  public enum Counting {
    case locked, lockedAsGuests
  }

  private final class Guest {
    private let host: CountsGuests
    private let counting: Counting

    init(of host: CountsGuests, _ counting: Counting) {
      self.host = host
      self.counting = counting
    }

    deinit { host.countEnd(counting) }
  }

  private let lock = NSLock()
  private let tally = NSLock()
  private var guest: Guest?
  private var ends = 0
  private var made: Cache?

  public init(_ counting: Counting) { guest = Guest(of: self, counting) }

  private func countEnd(_ counting: Counting) {
    switch counting {
    case .locked: tally.withLock { ends += 1 }
    case .lockedAsGuests: lock.withLock { ends += 1 }
    }
  }

  /// Lets go of the guest after the lock.
  public var held: Cache? {
    lock.lock()
    let own = guest
    lock.unlock()
    withExtendedLifetime(own) {}
    return nil
  }

  /// Lets go of the guest under the lock.
  public var forgotten: Cache? {
    lock.lock()
    guest = nil
    lock.unlock()
    return nil
  }

  /// Lets go of the guest under the lock of the count.
  public var heldUnderTally: Cache? {
    lock.lock()
    let own = guest
    lock.unlock()
    tally.lock()
    release(consume own)
    tally.unlock()
    return nil
  }

  /// Takes the guest away from the host, and lets go of it.
  public var taken: Cache? {
    lock.lock()
    let own = guest
    guest = nil
    lock.unlock()
    release(consume own)
    return nil
  }

  private func release(_ guest: consuming Guest?) {}

  /// Holds the guest while it lets the host forget it, under the host's lock.
  public var cache: Cache? {
    lock.lock()
    let own = guest
    if made == nil { made = Cache() }
    let cache = made
    lock.unlock()
    lock.lock()
    guest = nil
    lock.unlock()
    withExtendedLifetime(own) {}
    return cache
  }

  /// The same, and looks at the count.
  public var cacheAfterCount: Cache? {
    let known = cache
    tally.lock()
    defer { tally.unlock() }
    return ends <= 1 ? known : nil
  }
}

/// Is guarded by a lock of Foundation that is a `static let`, as in most applications.
public final class GuardedByStaticLock {
  private static let lock = NSLock()
  private static nonisolated(unsafe) var made: Cache?

  public static var cache: Cache? {
    lock.withLock {
      if made == nil { made = Cache() }
      return made
    }
  }
}

/// Has a number that a library reads through a pointer, in memory that the first thread has allocated.
public final class Lends: Sendable {
  private let lock = Mutex<UnsafeMutablePointer<Int>?>(nil)
  public init() {}

  /// Allocates the number, or writes it.
  public func number(readBy look: (UnsafeRawPointer) -> Int) -> UnsafeMutablePointer<Int>? {
    let (number, isMine) = lock.withLock { number in
      if let number { return (number, false) }
      number = .allocate(capacity: 1)
      number!.initialize(to: 0)
      return (number!, true)
    }
    if isMine { _ = look(UnsafeRawPointer(number)) } else { number.pointee = 1 }
    return number
  }
}

/// Has a guest whose end writes a variable that nothing guards.
public final class CountsEnds: Sendable {
  private final class Guest: Sendable {
    deinit { CountsEnds.ends += 1 }
  }

  private nonisolated(unsafe) static var ends = 0
  private let cache = Mutex<Cache?>(nil)
  public init() {}

  public var withGuest: Cache? {
    _ = Guest()
    return cache.withLock { cache in
      if cache == nil { cache = Cache() }
      return cache
    }
  }
}

/// Keeps the instance with the lowest address, so that which thread has built it matters.
public final class OrdersByAddress {
  private let lock = NSLock()
  private var made: Cache?
  public init() {}

  public var cache: Cache {
    let own = Cache()
    lock.lock()
    defer { lock.unlock() }
    if let made, ObjectIdentifier(made) < ObjectIdentifier(own) { return made }
    if made == nil { made = own }
    return own
  }
}

/// Publishes a number without an order, so that a thread may stop at its old value.
public final class CountsDown: Sendable {
  private let isReady = Atomic<Bool>(false)
  private nonisolated(unsafe) var left: UInt = 0
  public init() {}

  public func begin() -> UInt {
    left = 1
    isReady.store(true, ordering: .relaxed)
    return 0
  }

  public func next() -> UInt { isReady.load(ordering: .relaxed) ? left - 1 : 0 }
}
