import Foundation
import SingletonCheck
import Synchronization

/// Locks, queues, semaphores and conditions, and how they are misused.
func addLocks(to forms: inout Forms) {
  forms.add(
    "B_readLockWrites", fresh: { ReadersLock() }, roles: { $0.writesAsReader() }, { $0.writesAsReader() },
    expecting: { o, _ in o.value == 2 })
  forms.add("B_normalMutexTwice") {
    try check(fresh: { CheckingMutex(Int32(PTHREAD_MUTEX_NORMAL)) }, access: { $0.shared })
  }
  forms.add("B_checkingMutexIgnored") {
    try check(fresh: { CheckingMutex(Int32(PTHREAD_MUTEX_ERRORCHECK)) }, access: { $0.unlocksEarly })
  }
  let semaphores: [(String, @Sendable (Semaphores) -> Int)] = [
    ("B_semaphoreOfTwo", { $0.guardedByTwo() }),
    ("S_groupLeftEntered", { $0.entersOnly() }),
  ]
  for (name, hit) in semaphores {
    forms.add(name, fresh: { Semaphores() }, roles: { hit($0) }, { hit($0) }) { _, v in v.sorted() == [1, 2] }
  }
  forms.add("S_ordersSame", fresh: { TwoLocks() }, roles: { $0.ab() }, { $0.ab() }) { _, _ in true }
  forms.add("B_stripedArray", fresh: { TwoLocks() }, roles: { $0.bump(0) }, { $0.bump(1) }) { _, _ in true }
  forms.add("S_stripedCells", fresh: { TwoLocks() }, roles: { $0.bumpCell(0) }, { $0.bumpCell(1) }) { _, _ in true }
  forms.add("B_concurrentWrites") { try check(fresh: { Queues() }, access: { $0.concurrent }) }
}

private final class ReadersLock: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  var value = 0
  init() {
    // The kind of lock that holds back readers while a writer waits.
    var kind = pthread_rwlockattr_t()
    pthread_rwlockattr_init(&kind)
    pthread_rwlockattr_setkind_np(&kind, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
    pthread_rwlock_init(lock, &kind)
  }
  private func reading<R>(_ body: () -> R) -> R {
    pthread_rwlock_rdlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return body()
  }
  func writesAsReader() { reading { value += 1 } }
}

private final class CheckingMutex: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var made: Thing?
  init(_ kind: Int32) {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, kind)
    pthread_mutex_init(mutex, &attributes)
  }
  private func locked<R>(_ body: () -> R) -> R {
    let code = pthread_mutex_lock(mutex)
    defer { if code == 0 { pthread_mutex_unlock(mutex) } }
    return body()
  }
  var shared: Thing {
    locked {
      if made == nil { made = locked { Thing() } }
      return made!
    }
  }
  /// The inner section gives back a lock that it has not got.
  var unlocksEarly: Thing {
    locked {
      pthread_mutex_lock(mutex)
      pthread_mutex_unlock(mutex)
      if made == nil { made = Thing() }
      return made!
    }
  }
}

private final class Semaphores: @unchecked Sendable {
  private let lock = NSLock(), two = DispatchSemaphore(value: 2)
  private var hits = 0
  private func hit() -> Int {
    hits += 1
    return hits
  }
  func guardedByTwo() -> Int {
    two.wait()
    defer { two.signal() }
    return hit()
  }
  func entersOnly() -> Int {
    let group = DispatchGroup()
    group.enter()
    return lock.withLock { hit() }
  }
}

private final class TwoLocks: @unchecked Sendable {
  private final class Cell { var count = 0 }
  private let locks = [NSLock(), NSLock()]
  private let cells = [Cell(), Cell()]
  private var counts = [0, 0]
  func ab() { locks[0].withLock { locks[1].withLock { cells[0].count += 1 } } }
  func bump(_ index: Int) { locks[index].withLock { counts[index] += 1 } }
  func bumpCell(_ index: Int) { locks[index].withLock { cells[index].count += 1 } }
}

private final class Queues: @unchecked Sendable {
  private let serial = DispatchQueue(label: "serial"), many = DispatchQueue(label: "many", attributes: .concurrent)
  private let inner: DispatchQueue
  private var made: Thing?
  init() { inner = DispatchQueue(label: "inner", target: serial) }
  private func make() -> Thing {
    if made == nil { made = Thing() }
    return made!
  }
  var guarded: Thing { serial.sync { make() } }
  var concurrent: Thing { many.sync { make() } }
  var barrier: Thing { many.sync(flags: .barrier) { make() } }
}
