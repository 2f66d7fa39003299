import CForms
import Foundation
import SingletonSchedules
import Synchronization

/// Tasks and actors in everyday code: executors that do not keep their word, handlers, groups, streams and timers.
func addEverydayTasks(to forms: inout Forms) {
  // An executor that runs each job on the thread that enqueues it runs two at once.
  forms.addTasks(
    "B_h1_inlineExecutor", fresh: { OnInline() }, roles: { await $0.bump() }, { await $0.bump() },
    expecting: { o, _ in await o.count == 2 })
  forms.addTasks("B_h1_inlineExecutorOnce") { try await check(fresh: { OnInline() }, access: { await $0.shared }) }
  forms.addTasks(
    "B_h1_concurrentQueueExecutor", fresh: { OnConcurrent() }, roles: { await $0.bump() }, { await $0.bump() },
    expecting: { o, _ in await o.count == 2 })
  forms.addTasks(
    "S_h1_serialQueueExecutor", fresh: { OnSerial() }, roles: { await $0.bump() }, { await $0.bump() },
    expecting: { o, _ in await o.count == 2 })
  // Two actors with the same memory.
  forms.addTasks(
    "B_h1_twoActorsOneBox", fresh: { TwoActors() }, roles: { await $0.one.bump() }, { await $0.other.bump() },
    expecting: { o, _ in o.box.count == 2 })
  forms.addTasks(
    "S_h1_oneActorOneBox", fresh: { TwoActors() }, roles: { await $0.one.bump() }, { await $0.one.bump() },
    expecting: { o, _ in o.box.count == 2 })
  forms.addTasks(
    "B_h1_boxLeavesActor", fresh: { TwoActors() }, roles: { await $0.bumpOutside() }, { await $0.bumpOutside() },
    expecting: { o, _ in o.box.count == 2 })
  // A bank account.
  forms.addTasks(
    "B_h1_overdraft", fresh: { Account() },
    roles: { await $0.withdrawAfterAudit(70) }, { await $0.withdrawAfterAudit(70) },
    expecting: { o, _ in await o.balance >= 0 })
  forms.addTasks(
    "S_h1_overdraft", fresh: { Account() },
    roles: { await $0.auditThenWithdraw(70) }, { await $0.auditThenWithdraw(70) },
    expecting: { o, _ in await o.balance >= 0 })
  forms.addTasks(
    "B_h1_staleCopy", fresh: { Account() }, roles: { await $0.note("a") }, { await $0.note("b") },
    expecting: { o, _ in await o.notes.count == 2 })
  forms.addTasks(
    "B_h1_indexAcrossAwait", fresh: { Account() },
    roles: { await $0.removeFirstSlowly() }, { await $0.removeFirstSlowly() },
    expecting: { o, _ in await o.entries == [3] })
  // Timers are no order.
  forms.addTasks(
    "B_h1_sleepOrders", fresh: { Slow() }, roles: { await $0.set(after: 1) }, { await $0.get(after: 2) },
    expecting: { _, v in v[1] == 5 })
  forms.addTasks(
    "B_h1_sleepOrdersFar", fresh: { Slow() }, roles: { await $0.set(after: 1) }, { await $0.get(after: 60_000) },
    expecting: { _, v in v[1] == 5 })
  forms.addTasks(
    "B_h1_yieldOrders", fresh: { Slow() }, roles: { await $0.set(after: 0) }, { await $0.getAfterYields(10) },
    expecting: { _, v in v[1] == 5 })
  forms.addTasks("B_h1_timeoutLoses") {
    try await check(fresh: { Slow() }, roles: { await $0.raced() }, expecting: { _, v in v[0] == 5 })
  }
  forms.addTasks(
    "B_h1_deadlineByClock", fresh: { Slow() }, roles: { await $0.inTime() }, { await $0.inTime() },
    expecting: { _, v in v == [1, 1] })
  // Groups and unstructured tasks.
  forms.addTasks("B_h1_groupOrder") {
    try await check(fresh: { Grouped() }, roles: { await $0.inOrder() }, expecting: { _, v in v[0] == [1, 2, 3] })
  }
  forms.addTasks("S_h1_groupSorted") {
    try await check(
      fresh: { Grouped() }, roles: { await $0.inOrder() }, expecting: { _, v in v[0].sorted() == [1, 2, 3] })
  }
  forms.addTasks("B_h1_groupShared") {
    try await check(fresh: { Grouped() }, roles: { await $0.sumShared() }, expecting: { _, v in v[0] == 3 })
  }
  forms.addTasks("S_h1_groupAwaited") {
    try await check(fresh: { Grouped() }, roles: { await $0.sumAwaited() }, expecting: { _, v in v[0] == 3 })
  }
  forms.addTasks("B_h1_detachedOrder") {
    try await check(fresh: { Grouped() }, roles: { await $0.detached() }, expecting: { _, v in v[0] == [1, 2] })
  }
  forms.addTasks("B_h1_priorityOrder") {
    try await check(fresh: { Grouped() }, roles: { await $0.byPriority() }, expecting: { _, v in v[0] == [2, 1] })
  }
  forms.addTasks("B_h1_unawaitedTask") {
    try await check(fresh: { Grouped() }, roles: { await $0.forgets() }, expecting: { _, v in v[0] == [1] })
  }
  forms.addTasks("B_h1_asyncLetRace") {
    try await check(fresh: { Grouped() }, roles: { await $0.asyncLet() }, expecting: { _, v in v[0].count == 1 })
  }
  forms.addTasks("B_h1_weakSelfTask") {
    try await check(fresh: { Grouped() }, roles: { await $0.weakly() }, expecting: { _, v in v[0] == [1] })
  }
  // Streams.
  forms.addTasks("B_h1_streamNewest") {
    try await check(fresh: { Streams() }, roles: { await $0.newest() }, { $0.send() }, expecting: { _, v in v[0] == 6 })
  }
  forms.addTasks("S_h1_streamUnbounded") {
    try await check(fresh: { Streams() }, roles: { await $0.all() }, { $0.sendAll() }, expecting: { _, v in v[0] == 6 })
  }
  forms.addTasks("B_h1_streamTwoConsumers") {
    try await check(
      fresh: { Streams() }, roles: { await $0.all() }, { await $0.all() },
      {
        $0.sendAll()
        return 6
      },
      expecting: { _, v in v == [6, 6, 6] })
  }
  forms.addTasks("B_h1_terminationRace") {
    try await check(fresh: { Streams() }, roles: { await $0.terminated() }, expecting: { _, v in v[0] >= 0 })
  }
  // Continuations and handlers.
  forms.addTasks("B_h1_handlerRace") {
    try await check(
      cancelsFirst: true, fresh: { Handled() }, roles: { await $0.counts() }, expecting: { _, _ in true })
  }
  forms.addTasks("B_h1_handlerBeforeWait") {
    try await check(
      cancelsFirst: true, fresh: { Handled() }, roles: { await $0.waitsForCancellation() }, expecting: { _, _ in true })
  }
  forms.addTasks("S_h1_handlerStateMachine") {
    try await check(
      cancelsFirst: true, fresh: { Handled() }, roles: { await $0.waitsSafely() },
      {
        $0.wake()
        return 0
      }, expecting: { _, _ in true })
  }
  forms.addTasks("B_h1_resumedByBoth") {
    try await check(
      cancelsFirst: true, fresh: { Handled() }, roles: { await $0.waitsUnsafely() },
      {
        $0.wakeUnsafely()
        return 0
      }, expecting: { _, _ in true })
  }
  forms.addTasks("B_h1_unsafeResumedTwice") {
    try await check(
      fresh: { Handled() }, roles: { await $0.waitsOnUnsafe() }, { $0.wakeUnsafeContinuation() },
      { $0.wakeUnsafeContinuation() }, expecting: { _, _ in true })
  }
  forms.addTasks("B_h1_swallowedCancellation") {
    try await check(
      cancelsFirst: true, fresh: { Handled() }, roles: { await $0.polls() },
      {
        $0.stopPolling()
        return 0
      }, expecting: { _, v in v[0] <= 1 })
  }
  forms.addTasks(
    "B_h1_awaitEachOther", fresh: { Mutual() }, roles: { await $0.first() }, { await $0.second() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_assumeIsolated", fresh: { Mutual() }, roles: { await $0.assumes() }, { await $0.assumes() },
    expecting: { _, _ in true })
  forms.addTasks("B_h1_actorSemaphoreLost") {
    try await check(
      fresh: { Gate() }, roles: { await $0.pass() }, { await $0.pass() }, { await $0.openOne() },
      { await $0.openOne() },
      expecting: { _, _ in true })
  }
  forms.addTasks("S_h1_actorSemaphore") {
    try await check(
      fresh: { Gate() }, roles: { await $0.passCounted() }, { await $0.passCounted() }, { await $0.openCounted() },
      { await $0.openCounted() }, expecting: { _, _ in true })
  }
  forms.addTasks(
    "B_h1_inoutAcrossAwait", fresh: { Unisolated() }, roles: { await $0.bumpSlowly() }, { await $0.bumpSlowly() },
    expecting: { o, _ in o.count == 2 })
  forms.addTasks(
    "B_h1_nonisolatedUnsafe", fresh: { Isolated() }, roles: { await $0.set(1) }, { $0.look() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_actorDeinitGlobal", fresh: { Isolated() }, roles: { await $0.makesShort() }, { await $0.makesShort() },
    expecting: { _, _ in Short.ended.value == 2 })
  forms.addTasks(
    "S_h1_taskLocal", fresh: { Isolated() }, roles: { await $0.local(1) }, { await $0.local(2) },
    expecting: { _, v in v == [1, 2] })
  forms.addTasks(
    "B_h1_taskLocalDetached", fresh: { Isolated() }, roles: { await $0.localDetached(1) }, { await $0.local(2) },
    expecting: { _, v in v == [1, 2] })
  forms.addTasks("B_h1_storedTaskClearedByOther") {
    try await check(tasks: 3, fresh: { Flights() }, access: { await $0.value })
  }
  forms.addTasks(
    "S_h1_mainActorCounter", fresh: { OnMain() }, roles: { await $0.bump() }, { await $0.bump() },
    expecting: { o, _ in await o.count == 2 })
  forms.addTasks(
    "B_h1_mainActorReadOutside", fresh: { OnMain() }, roles: { await $0.bump() }, { $0.peek() },
    expecting: { _, _ in true })
}

private final class InlineExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) { job.runSynchronously(on: asUnownedSerialExecutor()) }
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
private actor OnInline {
  private let executor = InlineExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private(set) var count = 0
  private var made: Thing?
  func bump() -> Int {
    count += 1
    return 0
  }
  var shared: Thing {
    if made == nil { made = Thing() }
    return made!
  }
}

private final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue
  init(_ queue: DispatchQueue) { self.queue = queue }
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
private actor OnConcurrent {
  private let executor = QueueExecutor(DispatchQueue(label: "h1", attributes: .concurrent))
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private(set) var count = 0
  func bump() -> Int {
    count += 1
    return 0
  }
}
private actor OnSerial {
  private let executor = QueueExecutor(DispatchQueue(label: "h1"))
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private(set) var count = 0
  func bump() -> Int {
    count += 1
    return 0
  }
}

private final class Counted: @unchecked Sendable {
  var count = 0
}
private actor Bumping {
  let box: Counted
  init(_ box: Counted) { self.box = box }
  func bump() -> Int {
    box.count += 1
    return 0
  }
  func leaks() -> Counted { box }
}
private final class TwoActors: Sendable {
  let box = Counted(), one: Bumping, other: Bumping
  init() { (one, other) = (Bumping(box), Bumping(box)) }
  func bumpOutside() async {
    let box = await one.leaks()
    box.count += 1
  }
}

private actor Auditor {
  private var audits = 0
  func audit() { audits += 1 }
}
private actor Account {
  private(set) var balance = 100, notes: [String] = [], entries = [1, 2, 3]
  private let auditor = Auditor()
  func withdrawAfterAudit(_ amount: Int) async -> Int {
    guard balance >= amount else { return 0 }
    await auditor.audit()
    balance -= amount
    return amount
  }
  func auditThenWithdraw(_ amount: Int) async -> Int {
    await auditor.audit()
    guard balance >= amount else { return 0 }
    balance -= amount
    return amount
  }
  func note(_ text: String) async {
    let old = notes
    await auditor.audit()
    notes = old + [text]
  }
  func removeFirstSlowly() async -> Int {
    guard let first = entries.first else { return 0 }
    await auditor.audit()
    entries.removeAll { $0 == first }
    return 0
  }
}

private actor Slow {
  private var value = 0
  func set(after milliseconds: Int) async -> Int {
    if milliseconds > 0 { try? await Task.sleep(for: .milliseconds(milliseconds)) }
    value = 5
    return 0
  }
  func get(after milliseconds: Int) async -> Int {
    try? await Task.sleep(for: .milliseconds(milliseconds))
    return value
  }
  func getAfterYields(_ count: Int) async -> Int {
    for _ in 0..<count where value == 0 { await Task.yield() }
    return value
  }
  /// Work against a time limit: which one is first depends on when each one runs.
  func raced() async -> Int {
    await withTaskGroup(of: Int.self) { group in
      group.addTask {
        try? await Task.sleep(for: .milliseconds(1))
        await Task.yield()
        return 5
      }
      group.addTask {
        try? await Task.sleep(for: .milliseconds(100))
        return 0
      }
      let first = await group.next()!
      group.cancelAll()
      return first
    }
  }
  func inTime() async -> Int {
    let start = ContinuousClock.now
    try? await Task.sleep(for: .milliseconds(1))
    return ContinuousClock.now - start < .milliseconds(1) + .nanoseconds(1) ? 1 : 0
  }
}

private actor Log {
  private(set) var numbers: [Int] = []
  func add(_ number: Int) { numbers.append(number) }
}
private final class Grouped: @unchecked Sendable {
  let log = Log()
  var count = 0, list: [Int] = []
  func inOrder() async -> [Int] {
    await withTaskGroup(of: Int.self) { group in
      for number in 1...3 { group.addTask { number } }
      var all: [Int] = []
      for await number in group { all.append(number) }
      return all
    }
  }
  func sumShared() async -> Int {
    await withTaskGroup(of: Void.self) { group in
      for number in 1...2 { group.addTask { self.count += number } }
    }
    return count
  }
  func sumAwaited() async -> Int {
    await withTaskGroup(of: Int.self) { group in
      for number in 1...2 { group.addTask { number } }
      return await group.reduce(0, +)
    }
  }
  func detached() async -> [Int] {
    let one = Task.detached { await self.log.add(1) }
    let two = Task.detached { await self.log.add(2) }
    await one.value
    await two.value
    return await log.numbers
  }
  func byPriority() async -> [Int] {
    let one = Task(priority: .background) { await self.log.add(1) }
    let two = Task(priority: .high) { await self.log.add(2) }
    await two.value
    await one.value
    return await log.numbers
  }
  func forgets() async -> [Int] {
    Task { await self.log.add(1) }
    await Task.yield()
    return await log.numbers
  }
  func asyncLet() async -> [Int] {
    async let added: Void = add()
    list.append(2)
    await added
    return [list.count - 1]
  }
  private func add() async { list.append(1) }
  func weakly() async -> [Int] {
    let log = log
    var helper: Helper? = Helper(log)
    let task = helper!.start()
    helper = nil
    await task.value
    return await log.numbers
  }
}
private final class Helper: @unchecked Sendable {
  let log: Log
  init(_ log: Log) { self.log = log }
  func start() -> Task<Void, Never> { Task { [weak self] in await self?.log.add(1) } }
}

private final class Streams: @unchecked Sendable {
  let (newestOnly, newestInput) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
  let (stream, input) = AsyncStream.makeStream(of: Int.self)
  var ended = 0
  func newest() async -> Int { await newestOnly.reduce(0, +) }
  func all() async -> Int { await stream.reduce(0, +) }
  func send() -> Int {
    for number in 1...3 { newestInput.yield(number) }
    newestInput.finish()
    return 0
  }
  func sendAll() -> Int {
    for number in 1...3 { input.yield(number) }
    input.finish()
    return 0
  }
  func terminated() async -> Int {
    input.onTermination = { _ in self.ended += 1 }
    let consumer = Task { await self.all() }
    consumer.cancel()
    ended += 1
    return await consumer.value
  }
}

private final class Handled: @unchecked Sendable {
  private var count = 0, waiting: CheckedContinuation<Void, Never>?
  private let isStopped = Atomic(false)
  private enum State { case idle, waiting(CheckedContinuation<Void, Never>), done }
  private let state = Mutex(State.idle), unsafeState = Mutex<UnsafeContinuation<Void, Never>?>(nil)
  /// The handler runs on the thread that cancels, while the operation runs.
  func counts() async -> Int {
    await withTaskCancellationHandler {
      count += 1
      await Task.yield()
      count += 1
      return count
    } onCancel: {
      count += 1
    }
  }
  func waitsForCancellation() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting = $0 }
    } onCancel: {
      waiting?.resume()
    }
  }
  func waitsSafely() async -> Int {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock {
          if case .done = $0 { return true }
          $0 = .waiting(continuation)
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
    return 0
  }
  func wake() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .done }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume()
  }
  func waitsUnsafely() async -> Int {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock {
          if case .done = $0 { return true }
          $0 = .waiting(continuation)
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      wakeUnsafely()
    }
    return 0
  }
  /// Looks in one critical section, and takes in another one.
  func wakeUnsafely() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    state.withLock { $0 = .done }
    waiting?.resume()
  }
  func waitsOnUnsafe() async {
    await withUnsafeContinuation { continuation in unsafeState.withLock { $0 = continuation } }
  }
  func wakeUnsafeContinuation() {
    let waiting = unsafeState.withLock { $0 }
    waiting?.resume()
  }
  func polls() async -> Int {
    var rounds = 0
    while !isStopped.load(ordering: .acquiring), rounds < 3 {
      try? await Task.sleep(for: .milliseconds(1))
      rounds += 1
    }
    return rounds
  }
  func stopPolling() { isStopped.store(true, ordering: .releasing) }
}

private actor Mutual {
  private var one: Task<Int, Never>?, two: Task<Int, Never>?
  func first() async -> Int {
    one = Task { await self.two?.value ?? 1 }
    return await one!.value
  }
  func second() async -> Int {
    two = Task { await self.one?.value ?? 1 }
    return await two!.value
  }
  private func isolated() -> Int { 1 }
  nonisolated func assumes() async -> Int {
    await Task.yield()
    return assumeIsolated { $0.isolated() }
  }
}

private actor Gate {
  private var waiting: CheckedContinuation<Void, Never>?, permits = 0, queue: [CheckedContinuation<Void, Never>] = []
  func pass() async { await withCheckedContinuation { waiting = $0 } }
  func openOne() async {
    waiting?.resume()
    waiting = nil
  }
  func passCounted() async -> Int {
    if permits > 0 {
      permits -= 1
      return 0
    }
    await withCheckedContinuation { queue.append($0) }
    return 0
  }
  func openCounted() async -> Int {
    if queue.isEmpty { permits += 1 } else { queue.removeFirst().resume() }
    return 0
  }
}

private final class Unisolated: @unchecked Sendable {
  private(set) var count = 0
  private func bump(_ count: inout Int) async {
    let old = count
    await Task.yield()
    count = old + 1
  }
  func bumpSlowly() async { await bump(&count) }
}

private enum Local { @TaskLocal static var number = 0 }
private actor Short {
  static let ended = Ended()
  deinit { Short.ended.end() }
}
private final class Ended: @unchecked Sendable {
  var value = 0
  func end() {
    let old = value
    value = old + 1
  }
}
private actor Isolated {
  nonisolated(unsafe) private var value = 0
  func set(_ number: Int) -> Int {
    value = number
    return 0
  }
  nonisolated func look() -> Int { h1_zero() * value }
  nonisolated func makesShort() async {
    let short = Short()
    await Task.yield()
    _ = ObjectIdentifier(short)
  }
  nonisolated func local(_ number: Int) async -> Int {
    await Local.$number.withValue(number) {
      await Task.yield()
      return await read()
    }
  }
  func read() -> Int { Local.number }
  nonisolated func localDetached(_ number: Int) async -> Int {
    await Local.$number.withValue(number) { await Task.detached { Local.number }.value }
  }
}

private actor Flights {
  private var task: Task<Thing, Never>?, made: Thing?
  var value: Thing {
    get async {
      if let made { return made }
      if let task { return await task.value }
      let new = Task {
        await Task.yield()
        return Thing()
      }
      task = new
      let thing = await new.value
      task = nil
      await Task.yield()
      made = thing
      return thing
    }
  }
}

@MainActor private final class OnMain {
  nonisolated init() {}
  nonisolated(unsafe) private(set) var count = 0
  func bump() -> Int {
    count += 1
    return 0
  }
  nonisolated func peek() -> Int { h1_zero() * count }
}
