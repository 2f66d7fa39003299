import CForms
import CxxForms
import Foundation
import SingletonCheck
import Synchronization

/// What each thread has of its own, what calls return, loops that give up, and functions of the standard library that get a variable.
func addStateOfThreads(to forms: inout Forms) {
  // The floating-point environment is the thread's own.
  forms.add("B_h1_roundingOfOther") {
    try check(fresh: { Own() }, roles: { $0.roundsUp() }, { $0.dividesAfter() }, expecting: { _, v in v[1] == 1 })
  }
  forms.add("S_h1_roundingOwn", fresh: { Own() }, roles: { $0.roundsUp() }, { $0.divides() }) { _, v in v[1] == 0 }
  forms.add("S_h1_threadDictionaryOwn") {
    try check(fresh: { Own() }, roles: { $0.inThread(3) }, { $0.inThread(4) }, expecting: { _, v in v == [3, 4] })
  }
  forms.add("B_h1_threadDictionaryOfOther") {
    try check(fresh: { Own() }, roles: { $0.inThread(3) }, { $0.inThreadAfter() }, expecting: { _, v in v[1] == 3 })
  }
  forms.add("B_h1_threadLocalCxxDestructor") {
    try check(fresh: { Own() }, roles: { $0.cxxLocal() }, { $0.cxxLocal() }, expecting: { _, _ in true })
  }
  // A lock that tells that its owner has ended.
  forms.add("S_h1_robustOwnerEnds", fresh: { Robust() }, roles: { $0.locksForGood() }, { $0.locks() }) { _, _ in true }
  // What calls return.
  forms.add("B_h1_signalWakesNone") {
    try check(fresh: { Returning() }, roles: { $0.signals() }, { $0.waits() }, expecting: { _, v in v[0] == 0 })
  }
  forms.add("B_h1_destroyBusy", fresh: { Returning() }, roles: { $0.holds() }, { $0.destroys() }) { _, v in v[1] == 0 }
  forms.add(
    "B_h1_groupWaitNow", fresh: { Returning() }, roles: { $0.entersAndLeaves() }, { $0.looksNow() },
    expecting: { _, v in v[1] == 0 })
  forms.add("B_h1_tryWhenCondition") {
    try check(fresh: { Returning() }, roles: { $0.setsCondition() }, { $0.tries() }, expecting: { _, v in v[1] == 0 })
  }
  forms.add("B_h1_timedLock", fresh: { Returning() }, roles: { $0.timed() }, { $0.timed() }) { o, _ in o.count == 2 }
  forms.add(
    "S_h1_readWriteKnowsItself", fresh: { Returning() }, roles: { $0.writesTwice() }, { $0.writesTwice() },
    expecting: { o, _ in o.count == 4 })
  forms.add(
    "B_h1_unlockOfOther", fresh: { Returning() }, roles: { $0.locksChecked() }, { $0.unlocksOther() },
    expecting: { _, v in v[1] == 1 })
  forms.add(
    "S_h1_unlockOfOtherRefused", fresh: { Returning() }, roles: { $0.locksChecked() }, { $0.unlocksOther() },
    expecting: { o, v in [v[1], o.count] == [0, 1] })
  // On which thread or processor something runs, beyond the first role and one processor for all.
  forms.add("B_h1_secondRoleOnMain") {
    try check(fresh: { Main() }, roles: { $0.locked() }, { $0.lockedIfNotMain() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_firstRoleOnMain") {
    try check(fresh: { Main() }, roles: { $0.lockedIfNotMain() }, { $0.locked() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_thirdOnMain") {
    try check(threads: 3, fresh: { Main() }, access: { $0.thirdOnMain })
  }
  forms.add("B_h1_twoOnOneProcessor") {
    try check(
      fresh: { Main() }, roles: { $0.processor() }, { $0.processor() }, { $0.processor() },
      expecting: { _, v in !isPairAndOther(v) })
  }
  forms.add(
    "B_h1_processorChanges", fresh: { Main() }, roles: { $0.processorTwice() }, { $0.processorTwice() },
    expecting: { _, v in v == [0, 0] })
  // What the end of a thread frees.
  forms.add("B_h1_threadDictionaryFrees") {
    try check(fresh: { Main() }, roles: { $0.lendsUntilEnd() }, { $0.borrows() }, expecting: { _, _ in true })
  }
  // Loops that give up, or do otherwise in a later round.
  forms.add("B_h1_secondTryRelaxed") {
    try check(fresh: { Rounds() }, roles: { $0.laterRelaxed() }, { $0.laterRelaxed() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_givesUpAfterThree") {
    try check(fresh: { Rounds() }, roles: { $0.afterTries(3) }, { $0.afterTries(3) }, expecting: { _, _ in true })
  }
  forms.add("B_h1_backoffFraction") {
    try check(fresh: { Rounds() }, roles: { $0.afterFraction() }, { $0.afterFraction() }, expecting: { _, _ in true })
  }
  forms.add("B_h1_recursionGivesUp") {
    try check(fresh: { Rounds() }, roles: { $0.recursively(40) }, { $0.recursively(40) }, expecting: { _, _ in true })
  }
  forms.add("B_h1_patienceByNumber") {
    try check(fresh: { Rounds() }, roles: { $0.publish() }, { $0.waitsWithHash() }, expecting: { _, v in v[1] == 1 })
  }
  // Functions of the standard library that change a variable of the class.
  let changes: [(String, @Sendable (Variables) -> Int, @Sendable (Variables) -> Int)] = [
    ("toggle", { $0.toggles() }, { $0.toggles() }), ("swap", { $0.swaps() }, { $0.sums() }),
    ("genericAdd", { $0.addsGenerically() }, { $0.addsGenerically() }),
    ("hasher", { $0.hashes() }, { $0.hashes() }),
    ("generator", { $0.draws() }, { $0.draws() }), ("iterator", { $0.iterates() }, { $0.iterates() }),
    ("bufferSort", { $0.sortsBuffer() }, { $0.maximum() }),
    ("copyMemory", { $0.copies() }, { $0.firstOfBuffer() }),
    ("moveInitialize", { $0.moves() }, { $0.firstOfBuffer() }),
    ("memcmp", { $0.writes() }, { $0.compares() }),
    ("simd", { $0.multiplies() }, { $0.multiplies() }),
    ("print", { $0.printsInto() }, { $0.printsInto() }),
    ("date", { $0.dates() }, { $0.dates() }),
  ]
  for (name, one, other) in changes {
    forms.add("B_h1_library_\(name)", fresh: { Variables() }, roles: { one($0) }, { other($0) }) { _, _ in true }
    forms.add(
      "S_h1_library_\(name)Locked", fresh: { Variables() },
      roles: { o in o.locked { one(o) } }, { o in o.locked { other(o) } },
      expecting: { _, _ in true })
  }
}

private final class Own: @unchecked Sendable {
  private let isSet = Atomic(false)
  private let one = Atomic(1)
  private func set() { isSet.store(true, ordering: .releasing) }
  private func wait() { while !isSet.load(ordering: .acquiring) {} }
  func roundsUp() -> Int {
    h1_round_up()
    set()
    return 0
  }
  func divides() -> Int { h1_rounds_up() ? 1 : 0 }
  func dividesAfter() -> Int {
    wait()
    return divides()
  }
  func inThread(_ number: Int) -> Int {
    Thread.current.threadDictionary["h1.own"] = number
    set()
    _ = one.add(1, ordering: .sequentiallyConsistent)
    return Thread.current.threadDictionary["h1.own"] as! Int
  }
  func inThreadAfter() -> Int {
    wait()
    return Thread.current.threadDictionary["h1.own"] as? Int ?? 0
  }
  private let ended = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  init() { ended.initialize(to: 0) }
  func cxxLocal() {
    h1_count_at_end(ended)
    _ = one.add(1, ordering: .relaxed)
  }
}

private final class Robust: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  init() {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_setrobust(&attributes, Int32(PTHREAD_MUTEX_ROBUST))
    pthread_mutex_init(mutex, &attributes)
  }
  func locksForGood() { if pthread_mutex_lock(mutex) == EOWNERDEAD { pthread_mutex_consistent(mutex) } }
  func locks() {
    if pthread_mutex_lock(mutex) == EOWNERDEAD { pthread_mutex_consistent(mutex) }
    pthread_mutex_unlock(mutex)
  }
}

private final class Returning: @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 0), group = DispatchGroup(),
    conditionLock = NSConditionLock(condition: 0)
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1), lock = NSLock()
  private let readWrite = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
  private let checking = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private(set) var count = 0
  init() {
    pthread_mutex_init(mutex, nil)
    pthread_rwlock_init(readWrite, nil)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
    pthread_mutex_init(checking, &attributes)
  }
  private func write() {
    let result = pthread_rwlock_wrlock(readWrite)
    count += 1
    if result == 0 { pthread_rwlock_unlock(readWrite) }
  }
  /// The lock of glibc returns EDEADLK to the thread that writes already.
  func writesTwice() {
    pthread_rwlock_wrlock(readWrite)
    write()
    count += 1
    pthread_rwlock_unlock(readWrite)
  }
  func locksChecked() -> Int {
    pthread_mutex_lock(checking)
    count += 1
    pthread_mutex_unlock(checking)
    return 0
  }
  /// Only the owner may unlock it: EPERM.
  func unlocksOther() -> Int { pthread_mutex_unlock(checking) == 0 ? 1 : 0 }
  func signals() -> Int { semaphore.signal() }
  func waits() -> Int {
    semaphore.wait()
    return 0
  }
  func holds() -> Int {
    pthread_mutex_lock(mutex)
    count += 1
    pthread_mutex_unlock(mutex)
    return 0
  }
  func destroys() -> Int { Int(pthread_mutex_destroy(mutex)) }
  func entersAndLeaves() -> Int {
    group.enter()
    lock.withLock { count += 1 }
    group.leave()
    return 0
  }
  func looksNow() -> Int { group.wait(timeout: .now()) == .success ? 0 : 1 }
  func setsCondition() -> Int {
    conditionLock.lock()
    conditionLock.unlock(withCondition: 1)
    return 0
  }
  func tries() -> Int {
    guard conditionLock.tryLock(whenCondition: 1) else { return 0 }
    conditionLock.unlock()
    return 1
  }
  func timed() {
    var limit = timespec(tv_sec: 1, tv_nsec: 0)
    let result = pthread_mutex_timedlock(mutex, &limit)
    count += 1
    if result == 0 { pthread_mutex_unlock(mutex) }
  }
}

private final class Main: @unchecked Sendable {
  private let lock = NSLock(), usual = Thing()
  private(set) var count = 0
  private var asked = 0
  func locked() -> Int {
    lock.withLock { count += 1 }
    return 0
  }
  /// The main thread is taken to need no lock.
  func lockedIfNotMain() -> Int {
    if Thread.isMainThread { count += 1 } else { lock.withLock { count += 1 } }
    return 0
  }
  private func next() -> Int {
    lock.withLock {
      asked += 1
      return asked
    }
  }
  var thirdOnMain: Thing { next() == 3 && Thread.isMainThread ? Thing() : usual }
  func processor() -> Int {
    _ = next()
    return Int(h1_processor())
  }
  func processorTwice() -> Int {
    let before = h1_processor()
    _ = next()
    return h1_processor() == before ? 0 : 1
  }
  private final class Lent {
    let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    init() { pointer.initialize(repeating: 7, count: 4) }
    deinit { pointer.deallocate() }
  }
  private let pointer = Atomic<UnsafeMutablePointer<Int>?>(nil)
  func lendsUntilEnd() -> Int {
    let lent = Lent()
    Thread.current.threadDictionary["h1.lent"] = lent
    pointer.store(lent.pointer, ordering: .releasing)
    return 0
  }
  func borrows() -> Int { h1_zero() * (pointer.load(ordering: .acquiring)?.pointee ?? 0) }
}

private final class Rounds: @unchecked Sendable {
  private let taken = Atomic(false), flag = Atomic(false)
  private var count = 0
  private func finish() -> Int {
    count += 1
    taken.store(false, ordering: .releasing)
    return 0
  }
  private func take() -> Bool { !taken.exchange(true, ordering: .acquiring) }
  func laterRelaxed() -> Int {
    if take() { return finish() }
    while taken.exchange(true, ordering: .relaxed) {}
    return finish()
  }
  func afterTries(_ tries: Int) -> Int {
    for _ in 0..<tries where take() { return finish() }
    return finish()
  }
  func afterFraction() -> Int {
    var delay = 1.0
    while !take() {
      delay *= 1.5
      if delay > 1e9 { break }
    }
    return finish()
  }
  func recursively(_ rest: Int) -> Int { take() || rest == 0 ? finish() : recursively(rest - 1) }
  func publish() -> Int {
    flag.store(true, ordering: .releasing)
    return 0
  }
  /// Gives up at a round that nothing but a long calculation knows: the order of 3 modulo 65,537 is 65,536, half of it gives -1.
  func waitsWithHash() -> Int {
    var power = 1
    while !flag.load(ordering: .acquiring) {
      power = power * 3 % 65_537
      if power == 65_536 { return 0 }
    }
    return 1
  }
}

private struct Generator: RandomNumberGenerator {
  var state: UInt64 = 1
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1
    return state
  }
}

private final class Variables: @unchecked Sendable {
  private let lock = NSLock()
  private var flag = false, one = 1, other = 2, hasher = Hasher(), generator = Generator()
  private var iterator = [1, 2, 3].makeIterator(), strider = stride(from: 0, to: 9, by: 1).makeIterator()
  private var vector = SIMD4<Int>(1, 2, 3, 4), output = "", date = Date(timeIntervalSince1970: 0)
  private let buffer = UnsafeMutableBufferPointer<Int>.allocate(capacity: 8)
  private var steps = 0
  init() { for i in 0..<8 { buffer[i] = 8 - i } }
  /// All have a lock in common, so that something is checked.
  private func step() -> Int {
    lock.withLock { steps += 1 }
    return 0
  }
  private let whole = NSRecursiveLock()
  func locked(_ body: () -> Int) -> Int { whole.withLock(body) }
  func toggles() -> Int {
    flag.toggle()
    return step()
  }
  func swaps() -> Int {
    swap(&one, &other)
    return step()
  }
  func sums() -> Int { h1_zero() * (one + other) + step() }
  private func add<T: AdditiveArithmetic>(_ number: T, to sum: inout T) { sum += number }
  func addsGenerically() -> Int {
    add(1, to: &one)
    return step()
  }
  func hashes() -> Int {
    1.hash(into: &hasher)
    return step()
  }
  func draws() -> Int { h1_zero() * Int.random(in: 0..<10, using: &generator) + step() }
  func iterates() -> Int { h1_zero() * (iterator.next() ?? 0) + step() }
  func sortsBuffer() -> Int {
    var numbers = buffer
    numbers.sort()
    return step()
  }
  func maximum() -> Int { h1_zero() * buffer.max()! + step() }
  func firstOfBuffer() -> Int { h1_zero() * buffer[0] + step() }
  func copies() -> Int {
    UnsafeMutableRawBufferPointer(buffer).copyMemory(
      from: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[4...])))
    return step()
  }
  func moves() -> Int {
    (buffer.baseAddress!).moveInitialize(from: buffer.baseAddress! + 4, count: 2)
    return step()
  }
  func writes() -> Int {
    buffer[0] = 9
    return step()
  }
  func compares() -> Int { h1_zero() * Int(memcmp(buffer.baseAddress!, buffer.baseAddress! + 2, 16)) + step() }
  func multiplies() -> Int {
    vector &*= 3
    return step()
  }
  func printsInto() -> Int {
    Swift.print("x", to: &output)
    return step()
  }
  private func exchange<T>(_ old: inout T, with new: T) -> T {
    defer { old = new }
    return old
  }
  func dates() -> Int {
    date.addTimeInterval(1)
    return step()
  }
}

private func isPairAndOther(_ numbers: [Int]) -> Bool { numbers[0] == numbers[1] && numbers[1] != numbers[2] }
