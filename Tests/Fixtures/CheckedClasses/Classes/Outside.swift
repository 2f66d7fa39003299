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
