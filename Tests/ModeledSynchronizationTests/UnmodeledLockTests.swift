import Foundation
import ModeledSynchronization
import Testing

/// A right class, but for the check: its lock is one that the model does not see.
private final class Locked<Lock> {
  private let lock: Lock
  private let withLock: (Lock, () -> Void) -> Void
  @Plain private var instance: Cache?

  init(_ lock: Lock, _ withLock: @escaping (Lock, () -> Void) -> Void) {
    self.lock = lock
    self.withLock = withLock
  }

  var cache: Cache? {
    withLock(lock) { if instance == nil { instance = Cache() } }
    return instance
  }
}

private final class Guard {
  let lock = NSLock()
  func withLock(_ body: () -> Void) { lock.withLock(body) }
}

private struct StructGuard {
  let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  init() { pthread_mutex_init(mutex, nil) }
  func withLock(_ body: () -> Void) {
    pthread_mutex_lock(mutex)
    body()
    pthread_mutex_unlock(mutex)
  }
}

private final class Marked {
  private let modeled = ModeledSynchronization.DispatchSemaphore(value: 1)
  private let center = NotificationCenter.default
  @Plain private var instance: Cache?

  var cache: Cache? {
    modeled.wait()
    defer { modeled.signal() }
    if instance == nil { instance = Cache() }
    return instance
  }
}

private final class Variable {
  private lazy var lock = NSLock()
  @Plain private var other = NSRecursiveLock()
  @Plain private var instance: Cache?

  var cache: Cache? {
    lock.withLock {
      if instance == nil { instance = Cache() }
      return instance
    }
  }
}

@Suite struct `Locks that the model does not see` {
  private static let checks: [(name: String, result: @Sendable () throws -> CheckResult)] = [
    ("lock (NSLock)", { try result(NSLock()) { $0.withLock($1) } }),
    ("lock (NSRecursiveLock)", { try result(NSRecursiveLock()) { $0.withLock($1) } }),
    ("lock (NSCondition)", { try result(NSCondition()) { $0.withLock($1) } }),
    ("lock (NSLock)", { try result(NSLock() as NSLock?) { $0?.withLock($1) } }),
    ("lock (NSLock)", { try result([NSLock()]) { $0[0].withLock($1) } }),
    ("lock (NSLocking)", { try result(NSLock() as any NSLocking) { $0.withLock($1) } }),
    ("lock (DispatchQueue)", { try result(DispatchQueue(label: "any")) { $0.sync(execute: $1) } }),
    (
      "lock (DispatchSemaphore)",
      {
        try result(Dispatch.DispatchSemaphore(value: 1)) { semaphore, body in
          semaphore.wait()
          body()
          semaphore.signal()
        }
      }
    ),
    ("lock.lock (NSLock)", { try result(Guard()) { $0.withLock($1) } }),
    ("lock (pthread_mutex_t)", { try result(StructGuard()) { $0.withLock($1) } }),
  ]

  private static func result<Lock>(
    _ lock: @autoclosure @escaping () -> Lock, _ withLock: @escaping (Lock, () -> Void) -> Void
  ) throws -> CheckResult {
    try check(threads: 2, fresh: { Locked(lock(), withLock) }, access: { $0.cache })
  }

  @Test(arguments: checks.indices)
  func `a class with one is not refuted, and the result says what to use instead`(index: Int) throws {
    let (name, result) = try (Self.checks[index].name, Self.checks[index].result())
    #expect(result.verdict == .notModeled && result.counterexample == nil && result.unseen == [name])
    #expect(result.description.contains("no verdict is possible"))
    #expect(result.description.contains("Use the Mutex"))
    #expect(result.description.contains(name))
  }

  @Test func `one in a variable is not to be marked`() throws {
    let result = try check(threads: 2, fresh: { Variable() }, access: { $0.cache })
    #expect(result.verdict == .notModeled && result.unseen == ["lock (NSLock)", "other (NSRecursiveLock)"])
    #expect(!result.description.contains("Mark"))
  }

  @Test func `one that an object of another module keeps is its own affair`() throws {
    let result = try check(threads: 2, fresh: { Marked() }, access: { $0.cache })
    #expect(result.isProved, "\(result)")
  }
}
