import CForms
import Foundation
import SingletonCheck
import SingletonSchedules
import Synchronization

/// State below the language: pages with two addresses, stores past the cache, instructions by hand, locks that nobody
/// has initialized, and times as keys. Beside them, sound caches and queues as applications have them.
func addBelowTheLanguage(to forms: inout Forms) {
  forms.add("B_h1_aliasedPageAfter") {
    try check(fresh: { Low() }, roles: { $0.writesAlias() }, { $0.readsAlias() }, expecting: { _, v in v[1] == 5 })
  }
  forms.add(
    "B_h1_aliasedPageRace", fresh: { Low() }, roles: { $0.writesAlias() }, { h1_zero() * $0.readsAlias() },
    expecting: { _, _ in true })
  // A store past the cache is not ordered by a release (Intel's manual, volume 1, 10.4.6.2): it needs a fence.
  forms.add("B_h1_streamingStore") {
    try check(fresh: { Low() }, roles: { $0.streams() }, { $0.readsStreamed() }, expecting: { _, v in v[1] != 1 })
  }
  forms.add("S_h1_streamingStoreFenced") {
    try check(fresh: { Low() }, roles: { $0.streamsFenced() }, { $0.readsStreamed() }, expecting: { _, v in v[1] != 1 })
  }
  forms.add("B_h1_assemblyStore", fresh: { Low() }, roles: { $0.assembles() }, { $0.reads() }) { _, v in v[1] == 0 }
  forms.add("B_h1_exemptStore", fresh: { Low() }, roles: { $0.exempt() }, { $0.reads() }) { _, v in v[1] == 0 }
  // Locks without an initialization, or with two.
  forms.add("B_h1_slotsUninitialized") { try check(fresh: { Raw() }, access: { $0.slot }) }
  forms.add("S_h1_slotsInitialized") { try check(fresh: { Raw(initialized: true) }, access: { $0.slot }) }
  forms.add("B_h1_mutexUninitialized", fresh: { Raw() }, roles: { $0.locks() }, { $0.locks() }) { o, _ in o.count == 2 }
  forms.add(
    "S_h1_mutexInitialized", fresh: { Raw(initialized: true) }, roles: { $0.locks() }, { $0.locks() },
    expecting: { o, _ in o.count == 2 })
  forms.add(
    "B_h1_mutexInitializedTwice", fresh: { Raw(initialized: true) },
    roles: { $0.initializesAndLocks() }, { $0.initializesAndLocks() },
    expecting: { o, _ in o.count == 2 })
  forms.add(
    "B_h1_locksDestroyed", fresh: { Raw(initialized: true) }, roles: { $0.locks() }, { $0.destroys() },
    expecting: { o, _ in o.count == 1 })
  forms.add(
    "B_h1_onceReset", fresh: { Raw(initialized: true) }, roles: { $0.onceThenReset() }, { $0.onceThenReset() },
    expecting: { o, _ in o.count <= 1 })
  // Times as keys.
  forms.add("B_h1_timesDiffer") {
    try check(fresh: { Times() }, roles: { $0.register() }, { $0.register() }, expecting: { o, _ in o.distinct == 2 })
  }
  forms.add("B_h1_timesAlike") {
    try check(fresh: { Times() }, roles: { $0.register() }, { $0.register() }, expecting: { o, _ in o.distinct == 1 })
  }
  // Sound ones.
  forms.add("S_h1_future", fresh: { Everyday() }, roles: { $0.fulfill() }, { $0.awaitValue() }) { _, v in v[1] == 4 }
  forms.add("S_h1_latch", fresh: { Everyday() }, roles: { $0.arrive() }, { $0.arrive() }) { _, v in v == [2, 2] }
  forms.add(
    "S_h1_throwingLock", fresh: { Everyday() }, roles: { $0.tryThrowing(1) }, { $0.tryThrowing(0) },
    expecting: { _, v in v == [1, -1] })
  forms.add(
    "S_h1_readMostly", fresh: { Everyday() }, roles: { $0.readsTable() }, { $0.writesTable() },
    expecting: { _, v in v[0] == 0 || v[0] == 3 })
  forms.add(
    "S_h1_weakDelegate", fresh: { Everyday() }, roles: { $0.setDelegate() }, { $0.callDelegate() },
    expecting: { _, v in v[1] == 0 || v[1] == 1 })
  // In tasks.
  forms.addTasks(
    "B_h1_aliasedPageTasks", fresh: { LowTasks() }, roles: { await $0.writes() }, { await $0.reads() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_assemblyTasks", fresh: { LowTasks() }, roles: { await $0.assembles() }, { await $0.reads() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_timesDifferTasks", fresh: { PlacedTasks() }, roles: { await $0.registers() }, { await $0.registers() },
    expecting: { o, _ in await o.log.times.count == 2 })
  forms.addTasks(
    "B_h1_timesAlikeTasks", fresh: { PlacedTasks() }, roles: { await $0.registers() }, { await $0.registers() },
    expecting: { o, _ in await o.log.times.count == 1 })
  forms.addTasks(
    "B_h1_processorTasks", fresh: { PlacedTasks() },
    roles: { await $0.processorStays() }, { await $0.processorStays() },
    expecting: { _, v in v == [1, 1] })
  forms.addTasks(
    "B_h1_threadStaysTasks", fresh: { PlacedTasks() }, roles: { await $0.threadStays() }, { await $0.threadStays() },
    expecting: { _, v in v == [1, 1] })
}

private final class Low: @unchecked Sendable {
  private let one: UnsafeMutablePointer<Int>, other: UnsafeMutablePointer<Int>
  private let data = UnsafeMutablePointer<Int>.allocate(capacity: 8), flag = Atomic(false)
  init() {
    var pages: (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) = (nil, nil)
    h1_alias(&pages.0, &pages.1)
    one = pages.0!.assumingMemoryBound(to: Int.self)
    other = pages.1!.assumingMemoryBound(to: Int.self)
    data.initialize(repeating: 0, count: 8)
  }
  private let steps = Atomic(0)
  private func step() { steps.add(1, ordering: .relaxed) }
  func writesAlias() -> Int {
    one.pointee = 5
    step()
    return 0
  }
  func readsAlias() -> Int {
    let found = other.pointee
    step()
    return found
  }
  func streams() -> Int {
    h1_stream(data, 7)
    flag.store(true, ordering: .releasing)
    return 0
  }
  func streamsFenced() -> Int {
    h1_stream_fenced(data, 7)
    flag.store(true, ordering: .releasing)
    return 0
  }
  /// 1 if the flag is set and the data are old.
  func readsStreamed() -> Int { flag.load(ordering: .acquiring) ? (data[0] == 0 ? 1 : 2) : 0 }
  func assembles() -> Int {
    h1_assembly_store(data, 7)
    step()
    return 0
  }
  func exempt() -> Int {
    h1_exempt_store(data, 7)
    step()
    return 0
  }
  func reads() -> Int {
    let found = data[0]
    step()
    return found
  }
}

/// Memory from `allocate` is not initialized: it holds what was there before.
private final class Raw: @unchecked Sendable {
  private let slots = UnsafeMutablePointer<Thing?>.allocate(capacity: 4), lock = NSLock()
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let once = UnsafeMutablePointer<pthread_once_t>.allocate(capacity: 1)
  private(set) var count = 0
  init(initialized: Bool = false) {
    guard initialized else { return }
    slots.initialize(repeating: nil, count: 4)
    pthread_mutex_init(mutex, nil)
    once.initialize(to: pthread_once_t())
  }
  var slot: Thing {
    lock.withLock {
      if slots[1] == nil { slots[1] = Thing() }
      return slots[1]!
    }
  }
  func locks() -> Int {
    pthread_mutex_lock(mutex)
    count += 1
    pthread_mutex_unlock(mutex)
    return 0
  }
  func initializesAndLocks() -> Int {
    pthread_mutex_init(mutex, nil)
    return locks()
  }
  func destroys() -> Int {
    pthread_mutex_destroy(mutex)
    return 0
  }
  func onceThenReset() {
    Self.built = self
    pthread_once(once) { Raw.built!.count += 1 }
    once.pointee = pthread_once_t()
  }
  nonisolated(unsafe) static var built: Raw?
}

private final class Times: @unchecked Sendable {
  private let lock = NSLock()
  private var times: Set<UInt64> = []
  func register() {
    let now = DispatchTime.now().uptimeNanoseconds
    lock.withLock { _ = times.insert(now) }
  }
  var distinct: Int { times.count }
  func now() -> UInt64 {
    lock.withLock { _ = times.insert(0) }
    return DispatchTime.now().uptimeNanoseconds
  }
}

private final class Everyday: @unchecked Sendable {
  private struct Failure: Error {}
  private let lock = NSLock(), condition = NSCondition()
  private var value: Int?, arrived = 0
  private let queue = DispatchQueue(label: "h1.table", attributes: .concurrent)
  private var numbers: [Int: Int] = [:]
  private weak var delegate: Thing?
  private var owned: Thing?
  func fulfill() -> Int {
    condition.withLock {
      value = 4
      condition.broadcast()
    }
    return 0
  }
  func awaitValue() -> Int {
    condition.lock()
    defer { condition.unlock() }
    while value == nil { condition.wait() }
    return value!
  }
  func arrive() -> Int {
    condition.lock()
    defer { condition.unlock() }
    arrived += 1
    if arrived == 2 { condition.broadcast() } else { while arrived < 2 { condition.wait() } }
    return arrived
  }
  func tryThrowing(_ number: Int) -> Int {
    do {
      return try lock.withLock {
        guard number > 0 else { throw Failure() }
        return number
      }
    } catch { return -1 }
  }
  func readsTable() -> Int { queue.sync { numbers[1] ?? 0 } }
  func writesTable() -> Int {
    queue.sync(flags: .barrier) { numbers[1] = 3 }
    return 0
  }
  func setDelegate() -> Int {
    let new = Thing()
    lock.withLock { (owned, delegate) = (new, new) }
    return 0
  }
  func callDelegate() -> Int { lock.withLock { delegate }?.value ?? 0 }
}

private actor Timed {
  private(set) var times: Set<UInt64> = []
  func add(_ time: UInt64) { times.insert(time) }
}
private final class LowTasks: @unchecked Sendable {
  let log = Timed()
  private let one: UnsafeMutablePointer<Int>, other: UnsafeMutablePointer<Int>
  init() {
    var pages: (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) = (nil, nil)
    h1_alias(&pages.0, &pages.1)
    one = pages.0!.assumingMemoryBound(to: Int.self)
    other = pages.1!.assumingMemoryBound(to: Int.self)
  }
  func writes() async -> Int {
    await log.add(0)
    one.pointee = 5
    return 0
  }
  func assembles() async -> Int {
    await log.add(0)
    h1_assembly_store(other, 7)
    return 0
  }
  func reads() async -> Int {
    await log.add(0)
    return h1_zero() * other.pointee
  }
}

private final class PlacedTasks: Sendable {
  let log = Timed()
  func registers() async { await log.add(DispatchTime.now().uptimeNanoseconds) }
  func processorStays() async -> Int {
    let before = h1_processor()
    await log.add(0)
    return h1_processor() == before ? 1 : 0
  }
  private func thread() -> UInt { UInt(pthread_self()) }
  func threadStays() async -> Int {
    let before = thread()
    await log.add(0)
    return thread() == before ? 1 : 0
  }
}
