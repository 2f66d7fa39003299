import CForms
import Foundation
import SingletonCheck
import SingletonSchedules
import Synchronization

/// State below the language: pages with two addresses, stores past the cache, instructions by hand, locks that nobody
/// has initialized, and times as keys. Beside them, sound caches and queues as applications have them.
func addBelowTheLanguage(to forms: inout Forms) {
  // One page at two addresses.
  forms.add("B_h1_aliasedPage") {
    try check(fresh: { Low() }, roles: { $0.writesAlias() }, { $0.readsAlias() }, expecting: { _, v in v[1] == 0 })
  }
  forms.add("B_h1_aliasedPageAfter") {
    try check(fresh: { Low() }, roles: { $0.writesAlias() }, { $0.readsAlias() }, expecting: { _, v in v[1] == 5 })
  }
  forms.add("B_h1_aliasedPageRace") {
    try check(
      fresh: { Low() }, roles: { $0.writesAlias() }, { h1_zero() * $0.readsAlias() }, expecting: { _, _ in true })
  }
  // A store past the cache is not ordered by a release (Intel's manual, volume 1, 10.4.6.2): it needs a fence.
  forms.add("B_h1_streamingStore") {
    try check(fresh: { Low() }, roles: { $0.streams() }, { $0.readsStreamed() }, expecting: { _, v in v[1] != 1 })
  }
  forms.add("S_h1_streamingStoreFenced") {
    try check(fresh: { Low() }, roles: { $0.streamsFenced() }, { $0.readsStreamed() }, expecting: { _, v in v[1] != 1 })
  }
  forms.add("B_h1_assemblyStore") {
    try check(fresh: { Low() }, roles: { $0.assembles() }, { $0.reads() }, expecting: { _, v in v[1] == 0 })
  }
  forms.add("B_h1_assemblyStoreAfter") {
    try check(fresh: { Low() }, roles: { $0.assembles() }, { $0.reads() }, expecting: { _, v in v[1] == 7 })
  }
  forms.add("B_h1_exemptStore") {
    try check(fresh: { Low() }, roles: { $0.exempt() }, { $0.reads() }, expecting: { _, v in v[1] == 0 })
  }
  // Locks without an initialization, or with two.
  forms.add("B_h1_slotsUninitialized") { try check(fresh: { Raw() }, access: { $0.slot }) }
  forms.add("S_h1_slotsInitialized") { try check(fresh: { Raw(initialized: true) }, access: { $0.slot }) }
  forms.add("B_h1_mutexUninitialized") {
    try check(fresh: { Raw() }, roles: { $0.locks() }, { $0.locks() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("S_h1_mutexInitialized") {
    try check(
      fresh: { Raw(initialized: true) }, roles: { $0.locks() }, { $0.locks() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_mutexInitializedTwice") {
    try check(
      fresh: { Raw(initialized: true) }, roles: { $0.initializesAndLocks() }, { $0.initializesAndLocks() },
      expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_mutexInitializedByFirst") {
    try check(
      fresh: { Raw() }, roles: { $0.initializesOnce() }, { $0.initializesOnce() }, expecting: { o, _ in o.count == 2 })
  }
  forms.add("B_h1_locksDestroyed") {
    try check(
      fresh: { Raw(initialized: true) }, roles: { $0.locks() }, { $0.destroys() }, expecting: { o, _ in o.count == 1 })
  }
  forms.add("B_h1_onceReset") {
    try check(
      fresh: { Raw(initialized: true) }, roles: { $0.onceThenReset() }, { $0.onceThenReset() },
      expecting: { o, _ in o.count <= 1 })
  }
  // Times as keys.
  forms.add("B_h1_timesDiffer") {
    try check(fresh: { Times() }, roles: { $0.register() }, { $0.register() }, expecting: { o, _ in o.distinct == 2 })
  }
  forms.add("B_h1_timesAlike") {
    try check(fresh: { Times() }, roles: { $0.register() }, { $0.register() }, expecting: { o, _ in o.distinct == 1 })
  }
  forms.add("B_h1_timesInOrder") {
    try check(fresh: { Times() }, roles: { $0.now() }, { $0.now() }, expecting: { _, v in v[0] <= v[1] })
  }
  // Sound ones.
  forms.add("S_h1_future") {
    try check(fresh: { Everyday() }, roles: { $0.fulfill() }, { $0.awaitValue() }, expecting: { _, v in v[1] == 4 })
  }
  forms.add("S_h1_latch") {
    try check(fresh: { Everyday() }, roles: { $0.arrive() }, { $0.arrive() }, expecting: { _, v in v == [2, 2] })
  }
  forms.add("S_h1_pool") {
    try check(fresh: { Everyday() }, roles: { $0.borrow() }, { $0.borrow() }, expecting: { o, _ in o.free == 2 })
  }
  forms.add("S_h1_internedStrings") {
    try check(fresh: { Everyday() }, roles: { $0.intern("a") }, { $0.intern("a") }, expecting: { _, v in v == [1, 1] })
  }
  forms.add("S_h1_throwingLock") {
    try check(
      fresh: { Everyday() }, roles: { $0.tryThrowing(1) }, { $0.tryThrowing(0) }, expecting: { _, v in v == [1, -1] })
  }
  forms.add("S_h1_treiberStack") {
    try check(
      fresh: { Treiber() }, roles: { $0.push(1) }, { $0.push(2) }, expecting: { o, _ in o.all.sorted() == [1, 2] })
  }
  forms.add("S_h1_priorityQueue") {
    try check(
      fresh: { Everyday() }, roles: { $0.insert(2) }, { $0.insert(1) }, expecting: { o, _ in o.sorted == [1, 2] })
  }
  forms.add("S_h1_stateMachine") {
    try check(
      fresh: { Everyday() }, roles: { $0.start() }, { $0.start() }, expecting: { _, v in v.sorted() == [0, 1] })
  }
  forms.add("S_h1_nestedTable") {
    try check(
      fresh: { Everyday() }, roles: { $0.note("a", 1) }, { $0.note("a", 2) }, expecting: { o, _ in o.noted == 2 })
  }
  forms.add("S_h1_closureTable") {
    try check(
      fresh: { Everyday() }, roles: { $0.register() }, { $0.call() }, expecting: { _, v in v[1] == 0 || v[1] == 5 })
  }
  forms.add("S_h1_readMostly") {
    try check(
      fresh: { Everyday() }, roles: { $0.readsTable() }, { $0.writesTable() },
      expecting: { _, v in v[0] == 0 || v[0] == 3 })
  }
  forms.add("S_h1_anySendable") {
    try check(
      fresh: { Everyday() }, roles: { $0.setAny(3) }, { $0.getAny() }, expecting: { _, v in v[1] == 0 || v[1] == 3 })
  }
  forms.add("S_h1_lazyUnderLock") { try check(fresh: { Everyday() }, access: { $0.lazily }) }
  forms.add("S_h1_weakDelegate") {
    try check(
      fresh: { Everyday() }, roles: { $0.setDelegate() }, { $0.callDelegate() },
      expecting: { _, v in v[1] == 0 || v[1] == 1 })
  }
  forms.add("S_h1_tupleUnderLock") {
    try check(fresh: { Everyday() }, roles: { $0.setPair(1) }, { $0.pairIsWhole() }, expecting: { _, v in v[1] == 1 })
  }
  // In tasks.
  forms.addTasks("B_h1_aliasedPageTasks") {
    try await check(
      fresh: { LowTasks() }, roles: { await $0.writes() }, { await $0.reads() }, expecting: { _, _ in true })
  }
  forms.addTasks("B_h1_assemblyTasks") {
    try await check(
      fresh: { LowTasks() }, roles: { await $0.assembles() }, { await $0.reads() }, expecting: { _, _ in true })
  }
  forms.addTasks("B_h1_timesDifferTasks") {
    try await check(
      fresh: { PlacedTasks() }, roles: { await $0.registers() }, { await $0.registers() },
      expecting: { o, _ in await o.log.times.count == 2 })
  }
  forms.addTasks("B_h1_timesAlikeTasks") {
    try await check(
      fresh: { PlacedTasks() }, roles: { await $0.registers() }, { await $0.registers() },
      expecting: { o, _ in await o.log.times.count == 1 })
  }
  forms.addTasks("B_h1_processorTasks") {
    try await check(
      fresh: { PlacedTasks() }, roles: { await $0.processorStays() }, { await $0.processorStays() },
      expecting: { _, v in v == [1, 1] })
  }
  forms.addTasks("B_h1_threadStaysTasks") {
    try await check(
      fresh: { PlacedTasks() }, roles: { await $0.threadStays() }, { await $0.threadStays() },
      expecting: { _, v in v == [1, 1] })
  }
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
  private let isInitialized = Atomic(false)
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
  func initializesOnce() -> Int {
    if !isInitialized.load(ordering: .acquiring) {
      pthread_mutex_init(mutex, nil)
      isInitialized.store(true, ordering: .releasing)
    }
    return locks()
  }
  func destroys() -> Int {
    pthread_mutex_destroy(mutex)
    return 0
  }
  func onceThenReset() -> Int {
    Self.built = self
    pthread_once(once) { Raw.built!.count += 1 }
    once.pointee = pthread_once_t()
    return 0
  }
  nonisolated(unsafe) static var built: Raw?
}

private final class Times: @unchecked Sendable {
  private let lock = NSLock()
  private var times: Set<UInt64> = []
  func register() -> Int {
    let now = DispatchTime.now().uptimeNanoseconds
    lock.withLock { _ = times.insert(now) }
    return 0
  }
  var distinct: Int { times.count }
  func now() -> UInt64 {
    lock.withLock { _ = times.insert(0) }
    return DispatchTime.now().uptimeNanoseconds
  }
}

private final class Everyday: @unchecked Sendable {
  private enum State { case idle, running(since: Int), done }
  private struct Failure: Error {}
  private let lock = NSLock(), condition = NSCondition(), group = DispatchGroup(), permits = DispatchSemaphore(value: 2)
  private var value: Int?, arrived = 0, things = [Thing(), Thing()], strings: [String: Int] = [:], heap: [Int] = []
  private var state = State.idle, table: [String: [Int]] = [:], closures: [String: @Sendable () -> Int] = [:]
  private let queue = DispatchQueue(label: "h1.table", attributes: .concurrent)
  private var numbers: [Int: Int] = [:], any: any Sendable = 0, pair = (0, 0)
  private weak var delegate: Thing?
  private var owned: Thing?
  private lazy var made = Thing()
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
  func borrow() -> Int {
    permits.wait()
    let thing = lock.withLock { things.removeLast() }
    thing.value += 1
    lock.withLock { things.append(thing) }
    permits.signal()
    return 0
  }
  var free: Int { things.count }
  func intern(_ text: String) -> Int {
    lock.withLock {
      if let found = strings[text] { return found }
      let next = strings.count + 1
      strings[text] = next
      return next
    }
  }
  func tryThrowing(_ number: Int) -> Int {
    do {
      return try lock.withLock {
        guard number > 0 else { throw Failure() }
        return number
      }
    } catch { return -1 }
  }
  func insert(_ number: Int) -> Int {
    lock.withLock { heap.insert(number, at: heap.firstIndex { $0 > number } ?? heap.endIndex) }
    return 0
  }
  var sorted: [Int] { heap }
  func start() -> Int {
    lock.withLock {
      guard case .idle = state else { return 0 }
      state = .running(since: 1)
      return 1
    }
  }
  func note(_ key: String, _ number: Int) -> Int {
    lock.withLock { table[key, default: []].append(number) }
    return 0
  }
  var noted: Int { table["a"]!.count }
  func register() -> Int {
    lock.withLock { closures["a"] = { 5 } }
    return 0
  }
  func call() -> Int { lock.withLock { closures["a"] }?() ?? 0 }
  func readsTable() -> Int { queue.sync { numbers[1] ?? 0 } }
  func writesTable() -> Int {
    queue.sync(flags: .barrier) { numbers[1] = 3 }
    return 0
  }
  func setAny(_ number: Int) -> Int {
    lock.withLock { any = number }
    return 0
  }
  func getAny() -> Int { lock.withLock { any as? Int ?? -1 } }
  var lazily: Thing { lock.withLock { made } }
  func setDelegate() -> Int {
    let new = Thing()
    lock.withLock { (owned, delegate) = (new, new) }
    return 0
  }
  func callDelegate() -> Int { lock.withLock { delegate }?.value ?? 0 }
  func setPair(_ number: Int) -> Int {
    lock.withLock { pair = (number, number) }
    return 0
  }
  func pairIsWhole() -> Int { lock.withLock { pair.0 == pair.1 ? 1 : 0 } }
}

private final class Treiber: @unchecked Sendable {
  private struct Node {
    let value: Int
    var next: UnsafeMutablePointer<Node>?
  }
  private let head = Atomic<UnsafeMutablePointer<Node>?>(nil)
  func push(_ value: Int) -> Int {
    let node = UnsafeMutablePointer<Node>.allocate(capacity: 1)
    node.initialize(to: Node(value: value, next: head.load(ordering: .relaxed)))
    while true {
      let (isDone, found) = head.compareExchange(
        expected: node.pointee.next, desired: node, successOrdering: .releasing, failureOrdering: .relaxed)
      if isDone { return 0 }
      node.pointee.next = found
    }
  }
  var all: [Int] {
    var values: [Int] = [], node = head.load(ordering: .acquiring)
    while let found = node {
      values.append(found.pointee.value)
      node = found.pointee.next
    }
    return values
  }
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
  func registers() async -> Int {
    await log.add(DispatchTime.now().uptimeNanoseconds)
    return 0
  }
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
