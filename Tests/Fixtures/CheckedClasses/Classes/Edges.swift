import CSingletons
import Foundation
import Synchronization

/// Shares memory with code that is not instrumented, and with what a thread does at its end.
public final class Edges {
  private let lock = NSLock(), semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private let text = UnsafeMutablePointer<CChar>.allocate(capacity: 16)
  private var numbers: [Int], first: UnsafeMutablePointer<Int>?
  private var vector = SIMD4(0, 0, 0, 0), names: [ObjectIdentifier: Int] = [:]
  private let signals = DispatchSemaphore(value: 0)
  public private(set) var count = 0

  public init(permits: UInt32 = 1) {
    text.initialize(repeating: 0, count: 16)
    text[0] = 55
    sem_init(semaphore, 0, permits)
    numbers = [1, 2, 3]
    numbers.reserveCapacity(8)
    first = numbers.withUnsafeMutableBufferPointer { $0.baseAddress }
  }

  // MARK: Functions of the C library that no model names

  private var scanned: Int {
    var number: CInt = 0
    return withUnsafeMutablePointer(to: &number) { pointer in
      _ = withVaList([pointer]) { vsscanf(text, "%d", $0) }
      return Int(pointer.pointee)
    }
  }

  private func print(_ number: Int) { withVaList([number]) { _ = vsnprintf(text, 16, "%ld", $0) } }

  public func scan() -> Int { lock.withLock { scanned } }
  public func write() -> Int { lock.withLock { print(8) }; return 7 }
  public func writeUnlocked() -> Int { print(8); return 7 }

  // MARK: Values of 32 bytes

  public func setVector() -> Int { lock.withLock { vector = SIMD4(1, 1, 1, 1) }; return 1 }
  public func sum() -> Int { lock.withLock { vector.x == vector.w ? 1 : 0 } }

  // MARK: Addresses that are kept

  public func setFirst() -> Int { numbers[0] = 5; return lock.withLock { 5 } }
  public func setFirstLocked() -> Int { lock.withLock { numbers[0] = 5 }; return 5 }
  public func firstByAddress() -> Int { max(5, first!.pointee) + lock.withLock { 0 } }
  public func firstLocked() -> Int { lock.withLock { max(5, numbers[0]) } }

  /// Names an object that ends by its address.
  public func nameOfEnded(_ name: Int) -> Int {
    let key = ObjectIdentifier(Cache())
    return lock.withLock {
      if let known = names[key] { return known }
      names[key] = name
      return name
    }
  }

  // MARK: Memory that was not initialized

  public func fifthWord(ofZeroed isZeroed: Bool) -> Int {
    let memory = isZeroed ? calloc(8, 8)! : malloc(64)!
    defer { free(memory) }
    return lock.withLock { memory.load(fromByteOffset: 32, as: Int.self) == 0 ? 0 : 1 }
  }

  // MARK: Ends of threads

  private final class AtEnd {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
    deinit { run() }
  }

  public func countAtEnd(locked isLocked: Bool) -> Int {
    let key = Edges.key
    let object = AtEnd { [self] in
      if isLocked { lock.withLock { count += 1 } } else { count += 1 }
    }
    pthread_setspecific(key, Unmanaged.passRetained(object).toOpaque())
    return 0
  }

  private static let key: pthread_key_t = {
    var key: pthread_key_t = 0
    pthread_key_create(&key) { Unmanaged<AnyObject>.fromOpaque($0!).release() }
    return key
  }()

  // MARK: Semaphores of POSIX

  public func countWithPermit() -> Int {
    sem_wait(semaphore)
    count += 1
    sem_post(semaphore)
    return 0
  }

  // MARK: What calls return, and how numbers are rounded

  public func signal() -> Int { signals.signal() }
  public func wait() -> Int { signals.wait(); return 0 }
  public func roundUp() -> Int { fesetround(FE_UPWARD); return lock.withLock { 0 } }
  public var roundsUp: Int { lock.withLock { fegetround() == FE_UPWARD ? 1 : 0 } }

  // MARK: Locks by addresses

  private let locks = [NSLock(), NSLock()]
  public func countWithLockOfThread() -> Int {
    locks[Int(bitPattern: UInt(pthread_self()) >> 12) & 1].withLock { count += 1 }
    return 0
  }
}

/// Hands over a number, by a flag that releases what was stored before.
public final class HandsOver {
  private let number = UnsafeMutablePointer<CLongLong>.allocate(capacity: 1), flag = Atomic(false)
  private let pastCache: Bool

  public init(pastCache: Bool) {
    self.pastCache = pastCache
    number.initialize(to: 0)
  }

  public func store() -> Int {
    if pastCache { cs_store_past_cache(number, 7) } else { number.pointee = 7 }
    flag.store(true, ordering: .releasing)
    return 7
  }

  public func load() -> Int { flag.load(ordering: .acquiring) ? Int(number.pointee) : 7 }
}

/// Counts with a lock in memory that was initialized, or not.
public final class CountsWithRawLock {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var count = 0

  public init(initializes: Bool) { if initializes { pthread_mutex_init(lock, nil) } }

  public func add() -> Int {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    count += 1
    return count
  }
}

/// Writes to a page by one address, and reads by another.
public final class TwoAddresses {
  private var one: UnsafeMutablePointer<CLongLong>?, other: UnsafeMutablePointer<CLongLong>?

  public init() {
    cs_map_twice(&one, &other)
    one!.pointee = 7
  }

  public func write() -> Int {
    one!.pointee = 8
    return 8
  }

  public func read() -> Int { Int(other!.pointee) }
}
