import CForms
import Foundation
import SingletonCheck
import Synchronization

/// Locks, caches, statics and references in everyday code.
func addEverydayThreads(to forms: inout Forms) {
  addEverydayLocks(to: &forms)
  addEverydayReferences(to: &forms)
  addEverydayLibraries(to: &forms)
}

private func addEverydayLocks(to forms: inout Forms) {
  forms.add("B_h1_computedLock") {
    try check(
      fresh: { Locking() }, roles: { $0.byComputed() }, { $0.byComputed() }, expecting: { o, _ in o.count == 2 })
  }
  // With an observer, the C function gets a copy, which is written back.
  forms.add("B_h1_mutexWithObserver") {
    try check(
      fresh: { Locking() }, roles: { $0.byObserved() }, { $0.byObserved() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_mutexOfStructCopy") {
    try check(fresh: { Locking() }, roles: { $0.byCopy() }, { $0.byCopy() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_tryIgnored") {
    try check(fresh: { Locking() }, roles: { $0.byTry() }, { $0.byTry() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_errorCheckIgnored") {
    try check(
      fresh: { Locking() }, roles: { $0.nestedErrorCheck() }, { $0.plainErrorCheck() },
      expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_inoutComputed") {
    try check(
      fresh: { Locking() }, roles: { $0.bumpComputed() }, { $0.bumpComputed() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_inoutDictionary") {
    try check(
      fresh: { Locking() }, roles: { $0.bumpInTable() }, { $0.bumpInTable() }, expecting: { o, _ in o.table["a"] == 2 })
  }
  forms.add("B_h1_readersUpgrade") {
    try check(fresh: { Locking() }, roles: { $0.upgrades() }, { $0.upgrades() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_nestedSyncAndBarrier") {
    try check(fresh: { Locking() }, roles: { $0.nestedSync() }, { $0.barrier() }, expecting: { _, _ in true })
  }
  forms.add("S_h1_sameTarget") {
    try check(fresh: { Targets() }, roles: { $0.one() }, { $0.other() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_otherTarget") {
    try check(fresh: { Targets() }, roles: { $0.one() }, { $0.stranger() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_concurrentTarget") {
    try check(
      fresh: { Targets() }, roles: { $0.concurrent() }, { $0.concurrent() }, expecting: { o, _ in o.count == 2 })
  }
  // A static whose initializer takes a lock that an asker holds, and may hold twice.
  forms.add("B_h1_onceAndRecursiveLock") {
    try check(
      fresh: { 0 }, roles: { _ in OnceLocked.underLock() }, { _ in OnceLocked.direct() }, expecting: { _, _ in true })
  }
  forms.add("S_h1_onceBeforeRecursiveLock") {
    try check(
      fresh: { 0 }, roles: { _ in OnceLocked.direct() }, { _ in OnceLocked.direct() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_cyclicStatics") {
    try check(fresh: { 0 }, roles: { _ in Cyclic.left() }, { _ in Cyclic.right() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_signalWakesWrongOne") {
    try check(
      fresh: { Bounded() }, roles: { $0.put() }, { $0.put() }, { $0.take() }, { $0.take() }, expecting: { _, _ in true }
    )
  }
  forms.add("S_h1_broadcastWakesAll") {
    try check(fresh: { Bounded() }, roles: { $0.putAll() }, { $0.takeAll() }, expecting: { _, v in v[1] == 1 })
  }
  forms.add("B_h1_groupEntersLate") {
    try check(
      fresh: { Locking() }, roles: { $0.entersLate() }, { $0.waitsForGroup() }, expecting: { _, v in v[1] == 1 })
  }
  forms.add("B_h1_spinlockForgotten") {
    try check(fresh: { Spinning() }, roles: { $0.locked() }, { $0.unlocked() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("S_h1_spinlock") {
    try check(fresh: { Spinning() }, roles: { $0.locked() }, { $0.locked() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_posixSemaphoreOfTwo") {
    try check(fresh: { Spinning() }, roles: { $0.byTwo() }, { $0.byTwo() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("S_h1_posixSemaphore") {
    try check(fresh: { Spinning() }, roles: { $0.byOne() }, { $0.byOne() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_barrierThenRace") {
    try check(
      fresh: { Spinning() }, roles: { $0.meetsThenBumps() }, { $0.meetsThenBumps() },
      expecting: { o, _ in o.count == 2 })
  }
  forms.add("S_h1_barrier") {
    try check(
      fresh: { Spinning() }, roles: { $0.writesThenMeets() }, { $0.meetsThenReads() }, expecting: { _, v in v[1] == 1 })
  }
  forms.add("B_h1_seqlockWraps") {
    try check(fresh: { Sequenced() }, roles: { $0.writeTwice() }, { $0.read() }, expecting: { _, v in v[1] == 0 })
  }
  forms.add("S_h1_seqlock") {
    try check(fresh: { Sequenced() }, roles: { $0.writeWide() }, { $0.readWide() }, expecting: { _, v in v[1] == 0 })
  }
  forms.add("S_h1_handRecursiveLock") {
    try check(fresh: { HandRecursive() }, roles: { $0.nested() }, { $0.nested() }, expecting: { o, _ in o.count == 4 })
  }
  forms.add("B_h1_mutexEndsInUse") {
    try check(fresh: { EndsInUse() }, roles: { $0.finish() }, { $0.finish() }, expecting: { _, _ in true })
  }
}

private func addEverydayReferences(to forms: inout Forms) {
  forms.add("B_h1_deinitRemovesNewEntry") {
    try check(fresh: { WeakTable() }, roles: { $0.getAndDrop() }, { $0.getTwice() }, expecting: { _, v in v[1] == 1 })
  }
  // To look whether the new one lives may make it end there, under the lock.
  forms.add("B_h1_deinitUnderItsLock") {
    try check(
      fresh: { WeakTable() }, roles: { $0.getAndDropDead() }, { $0.getTwiceDead() }, expecting: { _, v in v[1] == 1 })
  }
  forms.add("S_h1_deinitRemovesOwnEntry") {
    try check(
      fresh: { WeakTable() }, roles: { $0.getAndDropOwn() }, { $0.getTwiceOwn() }, expecting: { _, v in v[1] == 1 })
  }
  forms.add("S_h1_weakCache") { try check(fresh: { WeakTable() }, access: { $0.simple }) }
  forms.add("B_h1_uniqueButWeak") {
    try check(fresh: { WeakReader() }, roles: { $0.changeIfUnique() }, { $0.readWeak() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_uniqueButUnmanaged") {
    try check(
      fresh: { WeakReader() }, roles: { $0.changeIfUnique() }, { $0.readUnmanaged() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_copyForgetsUnique") {
    try check(fresh: { Values() }, roles: { $0.changeCopy() }, { $0.changeCopy() }, expecting: { _, _ in true })
  }
  forms.add("S_h1_copyChecksUnique") {
    try check(
      fresh: { Values() }, roles: { $0.changeChecked() }, { $0.changeChecked() }, expecting: { _, v in v == [1, 1] })
  }
  forms.add("B_h1_lastByUnique") {
    try check(
      fresh: { Values() }, roles: { $0.cleanIfLast() }, { $0.cleanIfLast() }, expecting: { o, _ in o.isCleaned })
  }
  forms.add("B_h1_atomicUnmanaged") {
    try check(fresh: { AtomicHolder() }, roles: { $0.get() }, { $0.replace() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_releasedTwice") {
    try check(fresh: { AtomicHolder() }, roles: { $0.releaseOnce() }, { $0.releaseOnce() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_anyIterator") {
    try check(
      fresh: { Iterating() }, roles: { $0.next() }, { $0.next() }, expecting: { _, v in v.sorted() == [1, 2] })
  }
  forms.add("S_h1_anyIteratorLocked") {
    try check(
      fresh: { Iterating() }, roles: { $0.nextLocked() }, { $0.nextLocked() },
      expecting: { _, v in v.sorted() == [1, 2] })
  }
  forms.add("B_h1_lazyMap") {
    try check(fresh: { Iterating() }, roles: { $0.lazily() }, { $0.lazily() }, expecting: { o, _ in o.evaluated == 4 })
  }
  forms.add("B_h1_noncopyableDeinit") {
    try check(fresh: { Noncopying() }, roles: { $0.scoped() }, { $0.scoped() }, expecting: { o, _ in o.log.count == 2 })
  }
  forms.add("S_h1_noncopyableDeinitLocked") {
    try check(
      fresh: { Noncopying() }, roles: { $0.scopedLocked() }, { $0.scopedLocked() },
      expecting: { o, _ in o.log.count == 2 })
  }
  forms.add("B_h1_deinitOfSuperclass") {
    try check(
      fresh: { Noncopying() }, roles: { $0.subclass() }, { $0.subclass() }, expecting: { o, _ in o.log.count == 2 })
  }
  forms.add("B_h1_deinitInArray") {
    try check(
      fresh: { Noncopying() }, roles: { $0.dropArray() }, { $0.logs() }, expecting: { o, _ in o.log.count == 2 })
  }
  forms.add("B_h1_deinitOfClosure") {
    try check(
      fresh: { Noncopying() }, roles: { $0.dropClosure() }, { $0.logs() }, expecting: { o, _ in o.log.count == 2 })
  }
  forms.add("B_h1_deinitInDictionary") {
    try check(
      fresh: { Noncopying() }, roles: { $0.dropDictionary() }, { $0.logs() }, expecting: { o, _ in o.log.count == 2 })
  }
  forms.add("B_h1_inlineArray") {
    try check(fresh: { Inline() }, roles: { $0.set(0) }, { $0.sum() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_enumPayload") {
    try check(fresh: { Inline() }, roles: { $0.load() }, { $0.state() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_existential") {
    try check(fresh: { Inline() }, roles: { $0.replaceService() }, { $0.callService() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_existentialReference") {
    try check(fresh: { Inline() }, roles: { $0.bumpService() }, { $0.bumpService() }, expecting: { _, _ in true })
  }
  // A pointer into an array, beside a lock that both use.
  forms.add("B_h1_arrayPointerBesideLock") {
    try check(fresh: { Inside() }, roles: { $0.setFirst() }, { $0.peek() }, expecting: { _, v in v[1] == 5 })
  }
  forms.add("B_h1_arrayPointerRaceBesideLock") {
    try check(fresh: { Inside() }, roles: { $0.setFirst() }, { h1_zero() * $0.peek() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_arrayPointerPokeBesideLock") {
    try check(fresh: { Inside() }, roles: { $0.poke() }, { $0.first() }, expecting: { _, v in v[1] == 9 })
  }
  forms.add("B_h1_arrayPointerPokeRaceBesideLock") {
    try check(fresh: { Inside() }, roles: { $0.poke() }, { h1_zero() * $0.first() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_stringPointerBesideLock") {
    try check(fresh: { Inside() }, roles: { $0.appendText() }, { $0.peekText() }, expecting: { _, v in v[1] == 98 })
  }
  forms.add("B_h1_arrayOfPointerPublished") {
    try check(
      fresh: { Inside() }, roles: { $0.setThenPublish() }, { $0.peekPublished() }, expecting: { _, v in v[1] != 0 })
  }
  forms.add("B_h1_arraySumPoke") {
    try check(fresh: { Inside() }, roles: { $0.pokeBoth() }, { $0.sum() }, expecting: { _, v in v[1] != 9 })
  }
}

private func addEverydayLibraries(to forms: inout Forms) {
  forms.add("B_h1_nsCache") { try check(fresh: { Library() }, access: { $0.cachedLoosely }) }
  forms.add("S_h1_nsCacheLocked") { try check(fresh: { Library() }, access: { $0.cachedLocked }) }
  forms.add("S_h1_taskLocalOfThreads") {
    try check(fresh: { Library() }, roles: { $0.local(1) }, { $0.local(2) }, expecting: { _, v in v == [1, 2] })
  }
  forms.add("S_h1_utf16") {
    try check(fresh: { Library() }, roles: { $0.utf16() }, { $0.utf16() }, expecting: { _, v in v[0] == v[1] })
  }
  forms.add("S_h1_json") {
    try check(fresh: { Library() }, roles: { $0.json() }, { $0.json() }, expecting: { _, v in v[0] == v[1] })
  }
  forms.add("S_h1_dateFormatter") {
    try check(fresh: { Library() }, roles: { $0.formatted() }, { $0.formatted() }, expecting: { _, v in v[0] == v[1] })
  }
  forms.add("S_h1_regex") {
    try check(fresh: { Library() }, roles: { $0.matches() }, { $0.matches() }, expecting: { _, v in v == [1, 1] })
  }
  forms.add("S_h1_url") {
    try check(fresh: { Library() }, roles: { $0.path() }, { $0.path() }, expecting: { _, v in v[0] == v[1] })
  }
  forms.add("S_h1_dynamicCast") {
    try check(fresh: { Library() }, roles: { $0.casts() }, { $0.casts() }, expecting: { _, v in v == [1, 1] })
  }
  forms.add("S_h1_genericRegistry") {
    try check(
      fresh: { Library() }, roles: { $0.of(Int.self) }, { $0.of(Int.self) }, expecting: { _, v in v == [1, 1] })
  }
  forms.add("S_h1_components") {
    try check(
      fresh: { Library() }, roles: { $0.components() }, { $0.components() }, expecting: { _, v in v == [3, 3] })
  }
  forms.add("S_h1_lru") {
    try check(fresh: { LRU() }, roles: { $0.get(1) }, { $0.get(2) }, expecting: { o, v in v == [1, 2] && o.size == 2 })
  }
  forms.add("S_h1_observers") {
    try check(
      fresh: { Observers() }, roles: { $0.addAndRemove() }, { $0.notify() }, expecting: { _, v in v[1] >= 0 })
  }
  forms.add("S_h1_ring") {
    try check(fresh: { Ring() }, roles: { $0.push() }, { $0.pop() }, expecting: { _, v in v[1] == 0 || v[1] == 7 })
  }
  forms.add("B_h1_ringRelaxed") {
    try check(
      fresh: { Ring() }, roles: { $0.pushRelaxed() }, { $0.pop() }, expecting: { _, v in v[1] == 0 || v[1] == 7 })
  }
  forms.add("S_h1_keyPathLocked") {
    try check(
      fresh: { Settings() }, roles: { $0.set(\.first) }, { $0.set(\.second) }, expecting: { o, _ in o.sum == 2 })
  }
  forms.add("S_h1_data") {
    try check(fresh: { Settings() }, roles: { $0.append(1) }, { $0.append(2) }, expecting: { o, _ in o.size == 42 })
  }
  forms.add("S_h1_text") {
    try check(fresh: { Settings() }, roles: { $0.write("a") }, { $0.write("b") }, expecting: { o, _ in o.length == 42 })
  }
  // Where an allocation is, by its bits.
  forms.add("B_h1_lowBitsKey") {
    try check(fresh: { Bits() }, roles: { $0.lowBits() }, { $0.lowBits() }, expecting: { _, v in v[0] != v[1] })
  }
  forms.add("B_h1_highBitsKey") {
    try check(fresh: { Bits() }, roles: { $0.highBits() }, { $0.highBits() }, expecting: { _, v in v[0] != v[1] })
  }
  forms.add("B_h1_highBitsSame") {
    try check(fresh: { Bits() }, roles: { $0.highBits() }, { $0.highBits() }, expecting: { _, v in v[0] == v[1] })
  }
  forms.add("B_h1_alignment32") {
    try check(fresh: { Bits() }, roles: { $0.remainder(32) }, { $0.remainder(32) }, expecting: { _, v in v == [0, 0] })
  }
  forms.add("B_h1_alignment32Odd") {
    try check(
      fresh: { Bits() }, roles: { $0.remainder(32) }, { $0.remainder(32) }, expecting: { _, v in v == [16, 16] })
  }
  forms.add("B_h1_temporaryAllocation") {
    try check(fresh: { Bits() }, roles: { $0.temporary() }, { $0.temporary() }, expecting: { _, v in v == [0, 0] })
  }
  forms.add("B_h1_arrayUninitialized") {
    try check(
      fresh: { Bits() }, roles: { $0.uninitializedArray() }, { $0.uninitializedArray() },
      expecting: { _, v in v == [0, 0] })
  }
  forms.add("B_h1_uninitializedOfOther") {
    try check(fresh: { Bits() }, roles: { $0.leaves(9) }, { $0.finds() }, expecting: { _, v in v[1] == 0 })
  }
  forms.add("B_h1_mallocUninitializedBig") {
    try check(fresh: { Bits() }, roles: { $0.bigGarbage() }, { $0.bigGarbage() }, expecting: { _, v in v == [0, 0] })
  }
}

private final class Locking: @unchecked Sendable {
  private(set) var count = 0, table: [String: Int] = [:]
  private var computed: NSLock { NSLock() }
  private var observed = pthread_mutex_t() { willSet { changes &+= 0 } }
  private var changes = 0
  private struct Guarded { var mutex = pthread_mutex_t() }
  private var guarded = Guarded()
  private let lock = NSLock(), group = DispatchGroup()
  private let checking = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let readWrite = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private let queue = DispatchQueue(label: "h1", attributes: .concurrent)
  private let flag = Atomic(0)
  init() {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
    pthread_mutex_init(checking, &attributes)
    pthread_rwlock_init(readWrite, nil)
  }
  private func add() { count += 1 }
  func byComputed() -> Int {
    computed.withLock { add() }
    return 0
  }
  func byObserved() -> Int {
    pthread_mutex_lock(&observed)
    add()
    pthread_mutex_unlock(&observed)
    return 0
  }
  func byCopy() -> Int {
    var copy = guarded
    pthread_mutex_lock(&copy.mutex)
    add()
    pthread_mutex_unlock(&copy.mutex)
    return 0
  }
  func byTry() -> Int {
    let isLocked = lock.try()
    add()
    if isLocked { lock.unlock() }
    return 0
  }
  private func addChecked() {
    pthread_mutex_lock(checking)
    add()
    pthread_mutex_unlock(checking)
  }
  /// The second lock returns EDEADLK, and the second unlock of the nested one gives the lock back too early.
  func nestedErrorCheck() -> Int {
    pthread_mutex_lock(checking)
    pthread_mutex_lock(checking)
    pthread_mutex_unlock(checking)
    add()
    pthread_mutex_unlock(checking)
    return 0
  }
  func plainErrorCheck() -> Int {
    addChecked()
    return 0
  }
  private var whole: Int {
    get { lock.withLock { count } }
    set { lock.withLock { count = newValue } }
  }
  private let other = NSLock()
  private func bump(_ number: inout Int) { other.withLock { number += 1 } }
  func bumpComputed() -> Int {
    bump(&whole)
    return 0
  }
  func bumpInTable() -> Int {
    bump(&table["a", default: 0])
    return 0
  }
  func upgrades() -> Int {
    pthread_rwlock_rdlock(readWrite)
    if count == 0 {
      pthread_rwlock_wrlock(readWrite)
      add()
      pthread_rwlock_unlock(readWrite)
    }
    pthread_rwlock_unlock(readWrite)
    return 0
  }
  func nestedSync() -> Int { queue.sync { queue.sync { count } } }
  func barrier() -> Int {
    queue.sync(flags: .barrier) { add() }
    return 0
  }
  func entersLate() -> Int {
    group.enter()
    flag.store(1, ordering: .sequentiallyConsistent)
    group.leave()
    return 0
  }
  func waitsForGroup() -> Int {
    group.wait()
    return flag.load(ordering: .sequentiallyConsistent)
  }
}

private final class Targets: @unchecked Sendable {
  private let target = DispatchQueue(label: "target"), open = DispatchQueue(label: "open", attributes: .concurrent)
  private let first: DispatchQueue, second: DispatchQueue, third = DispatchQueue(label: "third")
  private(set) var count = 0
  init() {
    first = DispatchQueue(label: "first", target: target)
    second = DispatchQueue(label: "second", target: target)
  }
  private func add() -> Int {
    count += 1
    return 0
  }
  func one() -> Int { first.sync { add() } }
  func other() -> Int { second.sync { add() } }
  func stranger() -> Int { third.sync { add() } }
  func concurrent() -> Int { open.sync { add() } }
}

private enum OnceLocked {
  static let lock = NSRecursiveLock()
  static let shared = lock.withLock { Thing(3) }
  static func underLock() -> Int { lock.withLock { shared.value } }
  static func direct() -> Int { shared.value }
}

/// Each one needs the other one only while it is built alone: the other one's flag says that it is being built.
private enum Cyclic {
  static let leftBegins = Atomic(false), rightBegins = Atomic(false)
  static let one: Int = {
    leftBegins.store(true, ordering: .sequentiallyConsistent)
    return rightBegins.load(ordering: .sequentiallyConsistent) ? two : 1
  }()
  static let two: Int = {
    rightBegins.store(true, ordering: .sequentiallyConsistent)
    return leftBegins.load(ordering: .sequentiallyConsistent) ? one : 2
  }()
  static func left() -> Int { one }
  static func right() -> Int { two }
}

/// A buffer of one place.
private final class Bounded: @unchecked Sendable {
  private let condition = NSCondition()
  private var isFull = false
  func put() -> Int {
    condition.lock()
    while isFull { condition.wait() }
    isFull = true
    condition.signal()
    condition.unlock()
    return 0
  }
  func take() -> Int {
    condition.lock()
    while !isFull { condition.wait() }
    isFull = false
    condition.signal()
    condition.unlock()
    return 1
  }
  func putAll() -> Int {
    condition.withLock {
      isFull = true
      condition.broadcast()
    }
    return 0
  }
  func takeAll() -> Int {
    condition.withLock {
      while !isFull { condition.wait() }
      isFull = false
    }
    return 1
  }
}

private final class Spinning: @unchecked Sendable {
  private let spin = h1_spin_make()!, one = h1_semaphore_make(1)!, two = h1_semaphore_make(2)!,
    meeting = h1_barrier_make(2)!
  private(set) var count = 0
  private func add() -> Int {
    count += 1
    return 0
  }
  func locked() -> Int {
    h1_spin_lock(spin)
    defer { h1_spin_unlock(spin) }
    return add()
  }
  func unlocked() -> Int { add() }
  func byOne() -> Int {
    h1_semaphore_wait(one)
    defer { h1_semaphore_post(one) }
    return add()
  }
  func byTwo() -> Int {
    h1_semaphore_wait(two)
    defer { h1_semaphore_post(two) }
    return add()
  }
  func meetsThenBumps() -> Int {
    h1_barrier_wait(meeting)
    return add()
  }
  func writesThenMeets() -> Int {
    count = 1
    h1_barrier_wait(meeting)
    return 0
  }
  func meetsThenReads() -> Int {
    h1_barrier_wait(meeting)
    return count
  }
}

/// The number of the version has two bits, and two writes bring it back.
private final class Sequenced: @unchecked Sendable {
  private let version = Atomic(0), one = Atomic(0), other = Atomic(0)
  private func next(_ bits: Int) {
    version.store((version.load(ordering: .relaxed) + 1) & bits, ordering: .sequentiallyConsistent)
  }
  private func write(_ value: Int, _ bits: Int) {
    next(bits)
    one.store(value, ordering: .sequentiallyConsistent)
    other.store(value, ordering: .sequentiallyConsistent)
    next(bits)
  }
  private func look() -> Int? {
    let before = version.load(ordering: .sequentiallyConsistent)
    guard before & 1 == 0 else { return nil }
    let difference = one.load(ordering: .sequentiallyConsistent) - other.load(ordering: .sequentiallyConsistent)
    return version.load(ordering: .sequentiallyConsistent) == before ? difference : nil
  }
  func writeTwice() -> Int {
    write(1, 3)
    write(2, 3)
    return 0
  }
  func read() -> Int { look() ?? 0 }
  func writeWide() -> Int {
    write(1, .max)
    write(2, .max)
    return 0
  }
  func readWide() -> Int { look() ?? 0 }
}

private final class HandRecursive: @unchecked Sendable {
  private let owner = Atomic<UInt>(0), lock = NSLock()
  private var depth = 0
  private(set) var count = 0
  private func locked(_ body: () -> Void) {
    let me = UInt(pthread_self())
    if owner.load(ordering: .relaxed) != me {
      lock.lock()
      owner.store(me, ordering: .relaxed)
    }
    depth += 1
    body()
    depth -= 1
    if depth == 0 {
      owner.store(0, ordering: .relaxed)
      lock.unlock()
    }
  }
  func nested() -> Int {
    locked {
      count += 1
      locked { count += 1 }
    }
    return 0
  }
}

/// The last one frees the lock that the one before may still be giving back: it has counted before it unlocks.
private final class EndsInUse: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1), left = Atomic(2)
  init() { pthread_mutex_init(mutex, nil) }
  func finish() -> Int {
    pthread_mutex_lock(mutex)
    let rest = left.subtract(1, ordering: .acquiringAndReleasing).newValue
    if rest == 0 {
      pthread_mutex_unlock(mutex)
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    } else {
      pthread_mutex_unlock(mutex)
      _ = left.load(ordering: .acquiring)
      pthread_mutex_lock(mutex)
      pthread_mutex_unlock(mutex)
    }
    return 0
  }
}

private final class WeakTable: @unchecked Sendable {
  fileprivate final class Entry {
    let table: WeakTable, removes: (WeakTable, Entry) -> Void
    init(_ table: WeakTable, _ removes: @escaping (WeakTable, Entry) -> Void) {
      (self.table, self.removes) = (table, removes)
    }
    deinit { removes(table, self) }
  }
  private final class Box {
    weak var entry: Entry?
    let identifier: ObjectIdentifier
    init(_ entry: Entry) { (self.entry, identifier) = (entry, ObjectIdentifier(entry)) }
  }
  private let lock = NSLock()
  private var boxes: [String: Box] = [:], thing: WeakThing?
  private struct WeakThing { weak var thing: Thing? }
  private func get(_ removes: @escaping (WeakTable, Entry) -> Void) -> Entry {
    lock.withLock {
      if let entry = boxes["a"]?.entry { return entry }
      let entry = Entry(self, removes)
      boxes["a"] = Box(entry)
      return entry
    }
  }
  private static func removeAny(_ table: WeakTable, _ entry: Entry) { table.lock.withLock { table.boxes["a"] = nil } }
  private static func removeDead(_ table: WeakTable, _ entry: Entry) {
    table.lock.withLock { if table.boxes["a"]?.entry == nil { table.boxes["a"] = nil } }
  }
  private static func removeOwn(_ table: WeakTable, _ entry: Entry) {
    table.lock.withLock { if table.boxes["a"]?.identifier == ObjectIdentifier(entry) { table.boxes["a"] = nil } }
  }
  private func drop(_ removes: @escaping (WeakTable, Entry) -> Void) -> Int {
    _ = get(removes)
    return 0
  }
  private func twice(_ removes: @escaping (WeakTable, Entry) -> Void) -> Int {
    let one = get(removes)
    return withExtendedLifetime(one) { get(removes) === one ? 1 : 0 }
  }
  func getAndDrop() -> Int { drop(Self.removeAny) }
  func getTwice() -> Int { twice(Self.removeAny) }
  func getAndDropDead() -> Int { drop(Self.removeDead) }
  func getTwiceDead() -> Int { twice(Self.removeDead) }
  func getAndDropOwn() -> Int { drop(Self.removeOwn) }
  func getTwiceOwn() -> Int { twice(Self.removeOwn) }
  var simple: Thing {
    lock.withLock {
      if let thing = thing?.thing { return thing }
      let new = Thing()
      thing = WeakThing(thing: new)
      return new
    }
  }
}

private final class WeakReader: @unchecked Sendable {
  private var thing: Thing?
  private weak var seen: Thing?
  private let unmanaged: Unmanaged<Thing>
  init() {
    let made = Thing()
    thing = made
    seen = made
    unmanaged = .passUnretained(made)
  }
  func changeIfUnique() -> Int {
    if isKnownUniquelyReferenced(&thing) { thing!.value = 2 }
    return 0
  }
  func readWeak() -> Int { h1_zero() * (seen?.value ?? 0) }
  func readUnmanaged() -> Int { h1_zero() * unmanaged.takeUnretainedValue().value }
}

private struct Value {
  var storage = Thing(0)
  mutating func addLoosely() { storage.value += 1 }
  mutating func add() {
    if !isKnownUniquelyReferenced(&storage) { storage = Thing(storage.value) }
    storage.value += 1
  }
}
private final class Values: @unchecked Sendable {
  private let lock = NSLock()
  private var value = Value(), shared: Thing? = Thing()
  private var second: Thing?
  private(set) var isCleaned = false
  init() { second = shared }
  func changeCopy() -> Int {
    var copy = lock.withLock { value }
    copy.addLoosely()
    return copy.storage.value
  }
  func changeChecked() -> Int {
    var copy = lock.withLock { value }
    copy.add()
    return copy.storage.value
  }
  func cleanIfLast() -> Int {
    var mine = lock.withLock {
      defer { if shared != nil { shared = nil } else { second = nil } }
      return shared ?? second
    }
    if isKnownUniquelyReferenced(&mine) { lock.withLock { isCleaned = true } }
    return 0
  }
}

private final class AtomicHolder: @unchecked Sendable {
  private let pointer: Atomic<UnsafeRawPointer>
  init() { pointer = Atomic(UnsafeRawPointer(Unmanaged.passRetained(Thing()).toOpaque())) }
  func get() -> Int {
    let found = pointer.load(ordering: .acquiring)
    return h1_zero() * Unmanaged<Thing>.fromOpaque(found).takeUnretainedValue().value
  }
  func replace() -> Int {
    let new = UnsafeRawPointer(Unmanaged.passRetained(Thing(2)).toOpaque())
    let old = pointer.exchange(new, ordering: .acquiringAndReleasing)
    Unmanaged<Thing>.fromOpaque(old).release()
    return 0
  }
  func releaseOnce() -> Int {
    let found = pointer.load(ordering: .acquiring)
    Unmanaged<Thing>.fromOpaque(found).release()
    return 0
  }
}

private final class Iterating: @unchecked Sendable {
  private let lock = NSLock(), iterator: AnyIterator<Int>
  private(set) var evaluated = 0
  init() {
    var number = 0
    iterator = AnyIterator {
      number += 1
      return number
    }
  }
  func next() -> Int { iterator.next()! }
  func nextLocked() -> Int { lock.withLock { next() } }
  private lazy var doubled = [1, 2].lazy.map {
    self.evaluated += 1
    return $0 * 2
  }
  func lazily() -> Int {
    let all = lock.withLock { doubled }
    return all.reduce(0, +)
  }
}

private final class Logged: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var count = 0
  func add() {
    let old = count
    count = old + 1
  }
  func addLocked() { lock.withLock { add() } }
}
private struct Scope: ~Copyable {
  let log: Logged, isLocked: Bool
  deinit { if isLocked { log.addLocked() } else { log.add() } }
}
private class EndingBase {
  let log: Logged
  init(_ log: Logged) { self.log = log }
  deinit { log.add() }
}
private final class Subclass: EndingBase {
  var name = "sub"
}
private final class Noncopying: @unchecked Sendable {
  let log = Logged()
  private var array: [EndingBase] = [], closure: (() -> Void)?, table: [Int: EndingBase] = [:]
  init() {
    array = [EndingBase(log)]
    table = [1: EndingBase(log)]
    let ending = EndingBase(log)
    closure = { _ = ending.log }
  }
  func scoped() -> Int {
    _ = Scope(log: log, isLocked: false)
    return 0
  }
  func scopedLocked() -> Int {
    _ = Scope(log: log, isLocked: true)
    return 0
  }
  func subclass() -> Int {
    _ = Subclass(log)
    return 0
  }
  func logs() -> Int {
    log.add()
    return 0
  }
  func dropArray() -> Int {
    array.removeAll()
    return 0
  }
  func dropClosure() -> Int {
    closure = nil
    return 0
  }
  func dropDictionary() -> Int {
    table[1] = nil
    return 0
  }
}

private protocol Service { mutating func call() -> Int }
private struct Small: Service {
  var count = 0
  mutating func call() -> Int {
    count += 1
    return count
  }
}
private struct Wide: Service {
  var numbers = (1, 2, 3, 4, 5), thing = Thing()
  mutating func call() -> Int {
    numbers.4 += 1
    return numbers.4
  }
}
private final class Inline: @unchecked Sendable {
  private enum Loading { case idle, loading(String, Int), loaded(Thing), failed(Error) }
  private var array: [4 of Int] = [0, 0, 0, 0], loading = Loading.idle
  private var service: any Service = Small()
  func set(_ index: Int) -> Int {
    array[index] = 1
    return 0
  }
  func sum() -> Int { h1_zero() * (array[0] + array[1]) }
  func load() -> Int {
    loading = .loaded(Thing())
    return 0
  }
  func state() -> Int {
    switch loading {
    case .idle: 0
    case .loading(_, let count): h1_zero() * count
    case .loaded(let thing): h1_zero() * thing.value
    case .failed: 0
    }
  }
  func replaceService() -> Int {
    service = Wide()
    return 0
  }
  func callService() -> Int {
    var copy = service
    return h1_zero() * copy.call()
  }
  func bumpService() -> Int { h1_zero() * service.call() }
}

private final class Inside: @unchecked Sendable {
  private let lock = NSLock()
  private var items = [0, 0, 0], text = String(repeating: "a", count: 40), steps = 0
  private let pointer: UnsafeMutablePointer<Int>, letters: UnsafePointer<UInt8>
  private let published = Atomic(false)
  init() {
    items.reserveCapacity(10)
    pointer = items.withUnsafeMutableBufferPointer { $0.baseAddress! }
    text.reserveCapacity(100)
    text.append("a")
    letters = text.utf8.withContiguousStorageIfAvailable { $0.baseAddress! }!
  }
  private func step() { lock.withLock { steps += 1 } }
  func setFirst() -> Int {
    items[0] = 5
    step()
    return 0
  }
  func peek() -> Int {
    let found = pointer[0]
    step()
    return found
  }
  func poke() -> Int {
    pointer[0] = 9
    step()
    return 0
  }
  func first() -> Int {
    let found = items[0]
    step()
    return found
  }
  func appendText() -> Int {
    text.append("b")
    step()
    return 0
  }
  func peekText() -> Int {
    let found = Int(letters[41])
    step()
    return found
  }
  func setThenPublish() -> Int {
    items[0] = 5
    published.store(true, ordering: .relaxed)
    return 0
  }
  func peekPublished() -> Int { published.load(ordering: .relaxed) ? pointer[0] : 1 }
  func pokeBoth() -> Int {
    pointer[0] = 9
    step()
    pointer[1] = 9
    step()
    return 0
  }
  func sum() -> Int {
    step()
    let found = items[0] + items[1]
    step()
    return found
  }
}

private enum ThreadLocal { @TaskLocal static var number = 0 }
private protocol Named { var name: String { get } }
extension Thing: Named { var name: String { "thing" } }
private final class Library: @unchecked Sendable {
  private let lock = NSLock(), cache = NSCache<NSString, NSNumberBox>()
  final class NSNumberBox { let thing = Thing() }
  private let text = String(repeating: "häß", count: 100)
  private let encoder = JSONEncoder(), formatter = DateFormatter()
  private let expression = try! NSRegularExpression(pattern: "a+b")
  private var registry: [ObjectIdentifier: Any] = [:]
  private let value: Any = Thing()
  var cachedLoosely: Thing {
    if let found = cache.object(forKey: "a") { return found.thing }
    let new = NSNumberBox()
    cache.setObject(new, forKey: "a")
    return new.thing
  }
  var cachedLocked: Thing { lock.withLock { cachedLoosely } }
  func local(_ number: Int) -> Int { ThreadLocal.$number.withValue(number) { lock.withLock { ThreadLocal.number } } }
  func utf16() -> Int { lock.withLock { text.utf16.distance(from: text.startIndex, to: text.endIndex) } }
  func json() -> Int { lock.withLock { try! encoder.encode(["a": 1]).count } }
  func formatted() -> Int { lock.withLock { formatter.string(from: Date(timeIntervalSince1970: 0)).count } }
  func matches() -> Int {
    lock.withLock { expression.numberOfMatches(in: "xaab", range: NSRange(location: 0, length: 4)) }
  }
  func path() -> Int { lock.withLock { URL(string: "https://a.b/c/d?e=f")!.appendingPathComponent("x").path.count } }
  func casts() -> Int { lock.withLock { (value as? any Named)?.name == "thing" ? 1 : 0 } }
  func of<T>(_ type: T.Type) -> Int {
    lock.withLock {
      if let found = registry[ObjectIdentifier(type)] as? [T] { return found.isEmpty ? 1 : 0 }
      registry[ObjectIdentifier(type)] = [T]()
      return 1
    }
  }
  func components() -> Int { lock.withLock { "a,b,c".components(separatedBy: ",").count } }
}

private final class LRU: @unchecked Sendable {
  private final class Node {
    let key: Int
    var value: Int, next: Node?
    weak var previous: Node?
    init(_ key: Int) { (self.key, value) = (key, key) }
  }
  private let lock = NSLock()
  private var nodes: [Int: Node] = [:], head: Node?
  func get(_ key: Int) -> Int {
    lock.withLock {
      if let node = nodes[key] { return node.value }
      let node = Node(key)
      node.next = head
      head?.previous = node
      head = node
      nodes[key] = node
      return node.value
    }
  }
  var size: Int {
    var size = 0, node = head
    while let found = node { (size, node) = (size + 1, found.next) }
    return size
  }
}

private final class Observers: @unchecked Sendable {
  private let lock = NSLock()
  private var observers: [Int: @Sendable () -> Void] = [:], token = 0
  private let called = Atomic(0)
  func addAndRemove() -> Int {
    let mine = lock.withLock {
      token += 1
      observers[token] = { [called = self] in called.count() }
      return token
    }
    lock.withLock { _ = observers.removeValue(forKey: mine) }
    return 0
  }
  private func count() { called.add(1, ordering: .relaxed) }
  func notify() -> Int {
    for observer in lock.withLock({ Array(observers.values) }) { observer() }
    return called.load(ordering: .relaxed)
  }
}

private final class Ring: @unchecked Sendable {
  private let head = Atomic(0), tail = Atomic(0)
  private let slots = UnsafeMutablePointer<Int>.allocate(capacity: 4)
  init() { slots.initialize(repeating: 0, count: 4) }
  func push() -> Int {
    let end = tail.load(ordering: .relaxed)
    guard end - head.load(ordering: .acquiring) < 4 else { return 0 }
    slots[end % 4] = 7
    tail.store(end + 1, ordering: .releasing)
    return 0
  }
  func pushRelaxed() -> Int {
    let end = tail.load(ordering: .relaxed)
    guard end - head.load(ordering: .acquiring) < 4 else { return 0 }
    slots[end % 4] = 7
    tail.store(end + 1, ordering: .relaxed)
    return 0
  }
  func pop() -> Int {
    let start = head.load(ordering: .relaxed)
    guard tail.load(ordering: .acquiring) > start else { return 0 }
    let found = slots[start % 4]
    head.store(start + 1, ordering: .releasing)
    return found
  }
}

private final class Settings: @unchecked Sendable {
  private let lock = NSLock()
  fileprivate var first = 0, second = 0
  private var data = Data(count: 40), text = String(repeating: "x", count: 40)
  func set(_ path: ReferenceWritableKeyPath<Settings, Int>) -> Int {
    lock.withLock { self[keyPath: path] += 1 }
    return 0
  }
  var sum: Int { first + second }
  func append(_ byte: UInt8) -> Int {
    lock.withLock { data.append(byte) }
    return 0
  }
  var size: Int { data.count }
  func write(_ more: String) -> Int {
    lock.withLock { text += more }
    return 0
  }
  var length: Int { text.count }
}

private final class Bits: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [Thing] = [], steps = 0
  private func address() -> Int {
    let thing = Thing()
    lock.withLock { kept.append(thing) }
    return Int(bitPattern: Unmanaged.passUnretained(thing).toOpaque())
  }
  private func step() { lock.withLock { steps += 1 } }
  func lowBits() -> Int { address() & 0xfff_ffff_ffff & 0x3ff_ffff }
  func highBits() -> Int { address() >> 26 }
  func remainder(_ size: Int) -> Int { address() % size }
  func temporary() -> Int {
    var last = 0
    for _ in 0..<2 {
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 8) {
        last = $0[4]
        $0[4] = 7
      }
      step()
    }
    return last
  }
  func uninitializedArray() -> Int {
    var last = 0
    for _ in 0..<2 {
      let array = [Int](unsafeUninitializedCapacity: 8) { buffer, count in
        last = buffer[4]
        buffer[4] = 7
        count = 8
      }
      step()
      last += h1_zero() * array[5]
    }
    return last
  }
  func leaves(_ value: Int) -> Int {
    let words = UnsafeMutablePointer<Int>.allocate(capacity: 300)
    words[200] = value
    step()
    words.deallocate()
    step()
    return 0
  }
  func finds() -> Int {
    step()
    let words = UnsafeMutablePointer<Int>.allocate(capacity: 300)
    defer { words.deallocate() }
    step()
    return words[200]
  }
  func bigGarbage() -> Int {
    var last = 0
    for _ in 0..<2 {
      let words = malloc(4000)!.assumingMemoryBound(to: Int.self)
      last = words[100]
      words[100] = 7
      step()
      free(words)
    }
    return last
  }
}
