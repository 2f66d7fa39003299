import Foundation
import Synchronization

// Classes whose memory orders are stronger than needed, or as weak as they can be.

/// VSync's example: a ticket lock, with an order that is too strong at each operation.
public final class TicketLocked {
  private let next = Atomic<Int>(0)
  private let served = Atomic<Int>(0)
  private var made: Cache?
  public init() {}

  private func build() -> Cache? {
    if made == nil { made = Cache() }
    return made
  }

  public var strongest: Cache? {
    let ticket = next.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
    while served.load(ordering: .sequentiallyConsistent) != ticket {}
    defer { served.store(ticket + 1, ordering: .sequentiallyConsistent) }
    return build()
  }

  public var least: Cache? {
    let ticket = next.wrappingAdd(1, ordering: .relaxed).oldValue
    while served.load(ordering: .acquiring) != ticket {}
    defer { served.store(ticket + 1, ordering: .releasing) }
    return build()
  }

  /// The unlock publishes nothing.
  public var tooWeak: Cache? {
    let ticket = next.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
    while served.load(ordering: .sequentiallyConsistent) != ticket {}
    defer { served.store(ticket + 1, ordering: .relaxed) }
    return build()
  }
}

/// Double-checked locking whose flag is also looked at, for no reason, under the lock.
public final class LooksTwice {
  private let lock = NSLock()
  private let isReady = Atomic<Bool>(false)
  private var made: Cache?
  public init() {}

  public var cache: Cache? {
    if isReady.load(ordering: .acquiring) { return made }
    lock.lock()
    defer { lock.unlock() }
    if !isReady.load(ordering: .acquiring) {
      made = Cache()
      isReady.store(true, ordering: .sequentiallyConsistent)
    }
    return made
  }
}

/// Two flags are set in turn. That both are looked at in one line makes two ways to order the same accesses.
public final class TwoFlagged {
  private let isBuilt = Atomic<Bool>(false)
  private let isReady = Atomic<Bool>(false)
  private let isClaimed = Mutex(false)
  private var made: Cache?
  public init() {}

  private func builds() -> Bool {
    isClaimed.withLockIfAvailable { isClaimed in
      defer { isClaimed = true }
      return !isClaimed
    } ?? false
  }

  public var cache: Cache? {
    if builds() {
      made = Cache()
      isBuilt.store(true, ordering: .releasing)
      isReady.store(true, ordering: .releasing)
      return made
    }
    return isReady.load(ordering: .acquiring) && isBuilt.load(ordering: .acquiring) ? made : nil
  }
}

/// Each of two threads says that it comes, and looks for the other.
public final class LooksAcross {
  private let left = Atomic<Bool>(false)
  private let right = Atomic<Bool>(false)
  public init() {}

  public func fromLeft() -> Bool {
    left.store(true, ordering: .sequentiallyConsistent)
    return right.load(ordering: .sequentiallyConsistent)
  }

  public func fromRight() -> Bool {
    right.store(true, ordering: .sequentiallyConsistent)
    return left.load(ordering: .sequentiallyConsistent)
  }
}

/// Does something else, such as what no check covers, but only if the flag is seen before what was stored before it.
public final class LooksTooEarly {
  private let value = Atomic<Int>(0)
  private let isReady = Atomic<Bool>(false)
  public init() {}

  public func publish() -> Date? {
    value.store(1, ordering: .relaxed)
    isReady.store(true, ordering: .releasing)
    return nil
  }

  public func look(_ otherwise: (borrowing LooksTooEarly) -> Date?) -> Date? {
    isReady.load(ordering: .acquiring) && value.load(ordering: .relaxed) == 0 ? otherwise(self) : nil
  }

  public func clock() -> Date? { Date() }

  public func exchange() -> Date? {
    _ = value.compareExchange(expected: 0, desired: 2, ordering: .relaxed)
    return nil
  }
}

/// Publishes by fences beside relaxed accesses.
public final class Fenced {
  private let isClaimed = Atomic<Bool>(false)
  private let isReady = Atomic<Bool>(false)
  private var made: Cache?
  public init() {}

  public var cache: Cache? {
    if isClaimed.exchange(true, ordering: .relaxed) {
      guard isReady.load(ordering: .relaxed) else { return nil }
      atomicMemoryFence(ordering: .acquiring)
    } else {
      made = Cache()
      atomicMemoryFence(ordering: .sequentiallyConsistent)
      isReady.store(true, ordering: .relaxed)
    }
    return made
  }
}
