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
  forms.add(
    "B_h1_computedLock", fresh: { Locking() }, roles: { $0.byComputed() }, { $0.byComputed() },
    expecting: { o, _ in o.count == 2 })
  // With an observer, the C function gets a copy, which is written back.
  forms.add(
    "B_h1_mutexWithObserver", fresh: { Locking() }, roles: { $0.byObserved() }, { $0.byObserved() },
    expecting: { o, _ in o.count == 2 })
  forms.add("B_h1_tryIgnored", fresh: { Locking() }, roles: { $0.byTry() }, { $0.byTry() }) { o, _ in o.count == 2 }
  forms.add(
    "B_h1_inoutComputed", fresh: { Locking() }, roles: { $0.bumpComputed() }, { $0.bumpComputed() },
    expecting: { o, _ in o.count == 2 })
  forms.add("B_h1_readersUpgrade", fresh: { Locking() }, roles: { $0.upgrades() }, { $0.upgrades() }) { _, _ in true }
  forms.add("B_h1_nestedSyncAndBarrier") {
    try check(fresh: { Locking() }, roles: { $0.nestedSync() }, { $0.barrier() }, expecting: { _, _ in true })
  }
  forms.add("S_h1_sameTarget", fresh: { Targets() }, roles: { $0.one() }, { $0.other() }) { o, _ in o.count == 2 }
  forms.add("B_h1_otherTarget", fresh: { Targets() }, roles: { $0.one() }, { $0.stranger() }) { o, _ in o.count == 2 }
  // A static whose initializer takes a lock that an asker holds, and may hold twice.
  forms.add(
    "B_h1_onceAndRecursiveLock", fresh: { 0 }, roles: { _ in OnceLocked.underLock() }, { _ in OnceLocked.direct() },
    expecting: { _, _ in true })
  forms.add(
    "S_h1_onceBeforeRecursiveLock", fresh: { 0 }, roles: { _ in OnceLocked.direct() }, { _ in OnceLocked.direct() },
    expecting: { _, _ in true })
  forms.add("B_h1_cyclicStatics", fresh: { 0 }, roles: { _ in Cyclic.left() }, { _ in Cyclic.right() }) { _, _ in true }
  forms.add("B_h1_signalWakesWrongOne") {
    try check(
      fresh: { Bounded() }, roles: { $0.put() }, { $0.put() }, { $0.take() }, { $0.take() }, expecting: { _, _ in true }
    )
  }
  forms.add("S_h1_broadcastWakesAll") {
    try check(fresh: { Bounded() }, roles: { $0.putAll() }, { $0.takeAll() }, expecting: { _, v in v[1] == 1 })
  }
  forms.add(
    "B_h1_groupEntersLate", fresh: { Locking() }, roles: { $0.entersLate() }, { $0.waitsForGroup() },
    expecting: { _, v in v[1] == 1 })
  forms.add("B_h1_spinlockForgotten") {
    try check(fresh: { Spinning() }, roles: { $0.locked() }, { $0.unlocked() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("S_h1_spinlock", fresh: { Spinning() }, roles: { $0.locked() }, { $0.locked() }) { o, _ in o.count == 2 }
  forms.add("S_h1_posixSemaphore") {
    try check(fresh: { Spinning() }, roles: { $0.byOne() }, { $0.byOne() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add(
    "S_h1_barrier", fresh: { Spinning() }, roles: { $0.writesThenMeets() }, { $0.meetsThenReads() },
    expecting: { _, v in v[1] == 1 })
  forms.add("B_h1_seqlockWraps") {
    try check(fresh: { Sequenced() }, roles: { $0.writeTwice() }, { $0.read() }, expecting: { _, v in v[1] == 0 })
  }
  forms.add("S_h1_seqlock", fresh: { Sequenced() }, roles: { $0.writeWide() }, { $0.readWide() }) { _, v in v[1] == 0 }
  forms.add("S_h1_handRecursiveLock") {
    try check(fresh: { HandRecursive() }, roles: { $0.nested() }, { $0.nested() }, expecting: { o, _ in o.count == 4 })
  }
  forms.add("B_h1_mutexEndsInUse", fresh: { EndsInUse() }, roles: { $0.finish() }, { $0.finish() }) { _, _ in true }
}

private func addEverydayReferences(to forms: inout Forms) {
  forms.add("B_h1_deinitRemovesNewEntry") {
    try check(fresh: { WeakTable() }, roles: { $0.getAndDrop() }, { $0.getTwice() }, expecting: { _, v in v[1] == 1 })
  }
  // To look whether the new one lives may make it end there, under the lock.
  forms.add(
    "B_h1_deinitUnderItsLock", fresh: { WeakTable() }, roles: { $0.getAndDropDead() }, { $0.getTwiceDead() },
    expecting: { _, v in v[1] == 1 })
  forms.add(
    "S_h1_deinitRemovesOwnEntry", fresh: { WeakTable() }, roles: { $0.getAndDropOwn() }, { $0.getTwiceOwn() },
    expecting: { _, v in v[1] == 1 })
  forms.add("B_h1_uniqueButWeak") {
    try check(fresh: { WeakReader() }, roles: { $0.changeIfUnique() }, { $0.readWeak() }, expecting: { _, _ in true })
  }
  forms.add(
    "B_h1_uniqueButUnmanaged", fresh: { WeakReader() }, roles: { $0.changeIfUnique() }, { $0.readUnmanaged() },
    expecting: { _, _ in true })
  forms.add(
    "B_h1_lastByUnique", fresh: { Values() }, roles: { $0.cleanIfLast() }, { $0.cleanIfLast() },
    expecting: { o, _ in o.isCleaned })
  forms.add("B_h1_lazyMap") {
    try check(fresh: { Iterating() }, roles: { $0.lazily() }, { $0.lazily() }, expecting: { o, _ in o.evaluated == 4 })
  }
  forms.add("B_h1_noncopyableDeinit") {
    try check(fresh: { Noncopying() }, roles: { $0.scoped() }, { $0.scoped() }, expecting: { o, _ in o.log.count == 2 })
  }
  forms.add(
    "S_h1_noncopyableDeinitLocked", fresh: { Noncopying() }, roles: { $0.scopedLocked() }, { $0.scopedLocked() },
    expecting: { o, _ in o.log.count == 2 })
  forms.add(
    "B_h1_deinitOfClosure", fresh: { Noncopying() }, roles: { $0.dropClosure() }, { $0.logs() },
    expecting: { o, _ in o.log.count == 2 })
  // A pointer into an array, beside a lock that both use.
  forms.add("B_h1_arrayPointerBesideLock") {
    try check(fresh: { Inside() }, roles: { $0.setFirst() }, { $0.peek() }, expecting: { _, v in v[1] == 5 })
  }
  forms.add(
    "B_h1_arrayOfPointerPublished", fresh: { Inside() }, roles: { $0.setThenPublish() }, { $0.peekPublished() },
    expecting: { _, v in v[1] != 0 })
}

private func addEverydayLibraries(to forms: inout Forms) {
  forms.add("S_h1_taskLocalOfThreads") {
    try check(fresh: { Library() }, roles: { $0.local(1) }, { $0.local(2) }, expecting: { _, v in v == [1, 2] })
  }
  forms.add(
    "S_h1_observers", fresh: { Observers() }, roles: { $0.addAndRemove() }, { $0.notify() },
    expecting: { _, v in v[1] >= 0 })
  forms.add("S_h1_ring", fresh: { Ring() }, roles: { $0.push() }, { $0.pop() }) { _, v in v[1] == 0 || v[1] == 7 }
  forms.add(
    "B_h1_ringRelaxed", fresh: { Ring() }, roles: { $0.pushRelaxed() }, { $0.pop() },
    expecting: { _, v in v[1] == 0 || v[1] == 7 })
  forms.add("B_h1_highBitsKey", fresh: { Bits() }, roles: { $0.highBits() }, { $0.highBits() }) { _, v in v[0] != v[1] }
  forms.add("B_h1_alignment32") {
    try check(fresh: { Bits() }, roles: { $0.remainder(32) }, { $0.remainder(32) }, expecting: { _, v in v == [0, 0] })
  }
  forms.add("B_h1_temporaryAllocation") {
    try check(fresh: { Bits() }, roles: { $0.temporary() }, { $0.temporary() }, expecting: { _, v in v == [0, 0] })
  }
  forms.add("B_h1_uninitializedOfOther") {
    try check(fresh: { Bits() }, roles: { $0.leaves(9) }, { $0.finds() }, expecting: { _, v in v[1] == 0 })
  }
}

private final class Locking: @unchecked Sendable {
  private(set) var count = 0, table: [String: Int] = [:]
  private var computed: NSLock { NSLock() }
  private var observed = pthread_mutex_t() { willSet { changes &+= 0 } }
  private var changes = 0
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
  func byComputed() { computed.withLock { add() } }
  func byObserved() {
    pthread_mutex_lock(&observed)
    add()
    pthread_mutex_unlock(&observed)
  }
  func byTry() {
    let isLocked = lock.try()
    add()
    if isLocked { lock.unlock() }
  }
  private var whole: Int {
    get { lock.withLock { count } }
    set { lock.withLock { count = newValue } }
  }
  private let other = NSLock()
  private func bump(_ number: inout Int) { other.withLock { number += 1 } }
  func bumpComputed() { bump(&whole) }
  func upgrades() {
    pthread_rwlock_rdlock(readWrite)
    if count == 0 {
      pthread_rwlock_wrlock(readWrite)
      add()
      pthread_rwlock_unlock(readWrite)
    }
    pthread_rwlock_unlock(readWrite)
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
  func nested() {
    locked {
      count += 1
      locked { count += 1 }
    }
  }
}

/// The last one frees the lock that the one before may still be giving back: it has counted before it unlocks.
private final class EndsInUse: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1), left = Atomic(2)
  init() { pthread_mutex_init(mutex, nil) }
  func finish() {
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
  func cleanIfLast() -> Int {
    var mine = lock.withLock {
      defer { if shared != nil { shared = nil } else { second = nil } }
      return shared ?? second
    }
    if isKnownUniquelyReferenced(&mine) { lock.withLock { isCleaned = true } }
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
private final class Noncopying: @unchecked Sendable {
  let log = Logged()
  private var array: [EndingBase] = [], closure: (() -> Void)?, table: [Int: EndingBase] = [:]
  init() {
    array = [EndingBase(log)]
    table = [1: EndingBase(log)]
    let ending = EndingBase(log)
    closure = { _ = ending.log }
  }
  func scoped() { _ = Scope(log: log, isLocked: false) }
  func scopedLocked() { _ = Scope(log: log, isLocked: true) }
  func logs() { log.add() }
  func dropClosure() { closure = nil }
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
  func setThenPublish() -> Int {
    items[0] = 5
    published.store(true, ordering: .relaxed)
    return 0
  }
  func peekPublished() -> Int { published.load(ordering: .relaxed) ? pointer[0] : 1 }
}

private enum ThreadLocal { @TaskLocal static var number = 0 }
private final class Library: @unchecked Sendable {
  private let lock = NSLock()
  func local(_ number: Int) -> Int { ThreadLocal.$number.withValue(number) { lock.withLock { ThreadLocal.number } } }
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

private final class Bits: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [Thing] = [], steps = 0
  private func address() -> Int {
    let thing = Thing()
    lock.withLock { kept.append(thing) }
    return Int(bitPattern: Unmanaged.passUnretained(thing).toOpaque())
  }
  private func step() { lock.withLock { steps += 1 } }
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
}
