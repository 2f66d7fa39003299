import ModeledSynchronization
import Testing

private final class MutexOfCache {
  private let instance = Mutex<Cache?>(nil)
  var cache: Cache? {
    instance.withLock { instance in
      if instance == nil { instance = Cache() }
      return instance
    }
  }
}

private final class MutexOfState {
  private struct State {
    var cache: Cache?
    var asked = 0
  }

  private let state = Mutex(State())
  var cache: Cache? {
    state.withLock { state in
      state.asked += 1
      if state.cache == nil { state.cache = Cache() }
      return state.cache
    }
  }
}

private final class LazyReference {
  private let instance = AtomicLazyReference<Cache>()
  var cache: Cache? { instance.load() ?? instance.storeIfNil(Cache()) }
}

private final class Published {
  private let instance = Atomic<Unmanaged<Cache>?>(nil)
  private let isOrdered: Bool
  init(isOrdered: Bool) { self.isOrdered = isOrdered }

  var cache: Cache? {
    if let found = instance.load(ordering: .acquiring) { return found.takeUnretainedValue() }
    let made = Unmanaged.passRetained(Cache())
    let (isStored, original) =
      isOrdered
      ? instance.compareExchange(expected: nil, desired: made, ordering: .acquiringAndReleasing)
      : instance.compareExchange(expected: nil, desired: made, ordering: .relaxed)
    return isStored ? made.takeUnretainedValue() : original?.takeUnretainedValue()
  }
}

private final class SemaphoreGuarded {
  private let permit: DispatchSemaphore
  @Plain private var instance: Cache?
  init(permits: Int) { permit = DispatchSemaphore(value: permits) }

  var cache: Cache? {
    permit.wait()
    defer { permit.signal() }
    if instance == nil { instance = Cache() }
    return instance
  }
}

private final class ImpatientCaller {
  private let permit = DispatchSemaphore(value: 1)
  @Plain private var instance: Cache?

  var cache: Cache? {
    guard permit.wait(timeout: .now() + .seconds(1)) == .success else { return nil }
    if instance == nil { instance = Cache() }
    return instance
  }
}

private final class SpinLocked {
  private let isHeld = Atomic<Bool>(false)
  @Plain private var instance: Cache?

  var cache: Cache? {
    while isHeld.exchange(true, ordering: .acquiring) {}
    defer { isHeld.store(false, ordering: .releasing) }
    if instance == nil { instance = Cache() }
    return instance
  }
}

private final class TwoLocks {
  private let first = Mutex(0)
  private let second = Mutex(0)
  private let turn = Atomic(0)
  @Plain private var instance: Cache? = Cache()

  var cache: Cache? {
    if turn.add(1, ordering: .relaxed).oldValue == 0 {
      first.withLock { _ in second.withLock { _ in } }
    } else {
      second.withLock { _ in first.withLock { _ in } }
    }
    return instance
  }
}

private final class LockedTwice {
  private let lock = Mutex<Cache?>(Cache())
  var cache: Cache? { lock.withLock { _ in lock.withLock { $0 } } }
}

private final class TriedLock {
  private let lock = Mutex<Cache?>(nil)
  var cache: Cache? {
    let found = lock.withLockIfAvailable { instance -> Cache? in
      if instance == nil { instance = Cache() }
      return instance
    }
    return found ?? nil
  }
}

/// Two threads, each of which raises a flag and then looks at the other's; at most one may see none.
private final class StoreBuffering {
  private let flags = [Flag(), Flag()]
  private let turn = Atomic(0)
  private let isOrdered: Bool
  private let instance = Cache()
  @Plain private var entered = 0

  final class Flag { let isRaised = Atomic<Bool>(false) }

  init(isOrdered: Bool) { self.isOrdered = isOrdered }

  var cache: Cache? {
    let mine = turn.wrappingAdd(1, ordering: .relaxed).oldValue & 1
    flags[mine].isRaised.store(true, ordering: .relaxed)
    if isOrdered { atomicMemoryFence(ordering: .sequentiallyConsistent) }
    if !flags[1 - mine].isRaised.load(ordering: .relaxed) { entered += 1 }
    return instance
  }
}

private final class Counters {
  private let count = Atomic<UInt8>(254)
  private let bits = Atomic<Int16>(0)
  private let least = Atomic(0)
  private let wide = Atomic<Int128>(0)
  private let lowered = Atomic(true)
  @Plain private var instance: Cache? = Cache()
  let threads: Int
  init(threads: Int) { self.threads = threads }

  /// Returns `nil` if the last thread does not find what all threads together must have left.
  var cache: Cache? {
    bits.bitwiseXor(1, ordering: .relaxed)
    bits.bitwiseOr(-8, ordering: .relaxed)
    least.min(-5, ordering: .relaxed)
    wide.wrappingAdd(1 << 100, ordering: .relaxed)
    lowered.logicalAnd(false, ordering: .relaxed)
    let order = count.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue &- 254
    guard order == threads else { return instance }
    let isRight =
      bits.load(ordering: .relaxed) == (threads & 1 == 1 ? -7 : -8) && least.load(ordering: .relaxed) == -5
      && wide.load(ordering: .relaxed) == Int128(threads) << 100 && !lowered.load(ordering: .relaxed)
    return isRight ? instance : nil
  }
}

private final class Inner {
  let state = Mutex(0)
}

/// An instance with its own primitive, made by the thread that makes the instance.
private final class WithInner {
  private let inner = Mutex<Inner?>(nil)
  @Plain private var instance: Cache? = Cache()

  var cache: Cache? {
    let inner = inner.withLock { inner in
      if inner == nil { inner = Inner() }
      return inner
    }
    return inner?.state.withLock { count -> Cache? in
      count += 1
      return count > 0 ? instance : nil
    }
  }
}

@Suite struct `Modeled primitives` {
  @Test func `a mutex guards a reference or a struct`() throws {
    #expect(try check(fresh: { MutexOfCache() }, access: { $0.cache }).searches.map(\.executions) == [2, 6])
    let result = try check(fresh: { MutexOfState() }, access: { $0.cache })
    #expect(result.isProved && result.searches.map(\.executions) == [2, 6])
  }

  @Test func `a lazy reference and a compare-exchange publish one instance`() throws {
    #expect(try check(fresh: { LazyReference() }, access: { $0.cache }).searches.map(\.executions) == [4, 12])
    let result = try check(fresh: { Published(isOrdered: true) }, access: { $0.cache })
    #expect(result.isProved && result.searches.map(\.executions) == [4, 12])
  }

  @Test func `an instance that is published with a relaxed ordering is half-built`() throws {
    let result = try check(threads: 2, fresh: { Published(isOrdered: false) }, access: { $0.cache })
    #expect(result.findings == [.halfBuilt, .race])
  }

  @Test func `a semaphore with one permit guards, one with two does not, and none is a hang`() throws {
    #expect(try check(fresh: { SemaphoreGuarded(permits: 1) }, access: { $0.cache }).isProved)
    #expect(try check(fresh: { SemaphoreGuarded(permits: 2) }, access: { $0.cache }).findings.contains(.instances))
    #expect(try check(fresh: { SemaphoreGuarded(permits: 0) }, access: { $0.cache }).findings == [.hang])
  }

  @Test func `a timed wait reaches its limit if no thread can go on`() throws {
    let result = try check(threads: 2, fresh: { ImpatientCaller() }, access: { $0.cache })
    #expect(result.findings == [.nilResults])
    #expect(result.counterexample?.contains("waits at permit until the time limit") == true)
  }

  @Test func `a spin lock is a wait`() throws {
    let result = try check(fresh: { SpinLocked() }, access: { $0.cache })
    #expect(result.isProved)
  }

  @Test func `two locks in opposite orders are a deadlock`() throws {
    let result = try check(threads: 2, fresh: { TwoLocks() }, access: { $0.cache })
    #expect(result.findings == [.hang])
    #expect(result.counterexample?.contains("waits for second") == true)
  }

  @Test func `a mutex that its holder locks again stops the process`() throws {
    #expect(try check(fresh: { LockedTwice() }, access: { $0.cache }).findings == [.trap])
  }

  @Test func `a lock that is not available is skipped`() throws {
    #expect(try check(threads: 2, fresh: { TriedLock() }, access: { $0.cache }).findings == [.nilResults])
  }

  @Test func `two threads that look at each other's flag both enter, unless a fence forbids it`() throws {
    let result = try check(threads: 2, fresh: { StoreBuffering(isOrdered: false) }, access: { $0.cache })
    #expect(result.findings == [.race] && result.searches[0].strongestModels == [.race: .tso])
    let ordered = try check(threads: 2, fresh: { StoreBuffering(isOrdered: true) }, access: { $0.cache })
    #expect(ordered.isProved, "\(ordered)")
  }

  @Test func `arithmetic wraps around in its own width`() throws {
    for threads in 2...3 {
      let result = try check(
        threads: threads...threads, executions: 300, fresh: { Counters(threads: threads) }, access: { $0.cache })
      #expect(result.findings == [])
    }
  }

  @Test func `a primitive that a thread makes is shared with the instance that holds it`() throws {
    let result = try check(fresh: { WithInner() }, access: { $0.cache })
    #expect(result.isProved, "\(result)")
  }
}
