import Foundation
import PlainCForms
import SingletonSchedules
import Synchronization

/// What belongs to the thread that runs a job, which another one may be after each `await`.
func addThreadsOfTasks(to forms: inout Forms) {
  let keys: [(String, @Sendable () -> Int)] = [
    ("B_perThreadIdTasks", { Int(plain_gettid()) }), ("B_perCoreTasks", { Int(plain_cpu()) }),
    ("B_perPthreadTasks", { Int(bitPattern: UInt(pthread_self())) }), ("B_perThreadTasks", { Thread.current.hash }),
    ("B_perErrnoAddressTasks", { Int(bitPattern: __errno_location()) }), ("S_perProcessTasks", { Int(getpid()) }),
  ]
  for (name, key) in keys {
    forms.addTasks(name) { try await check(fresh: { KeyedInstances() }, access: { await $0.shared(key()) }) }
  }
  let across: [(String, @Sendable () -> Void, @Sendable () -> Int, Int)] = [
    ("B_errnoAcrossAwait", { close(-1) }, { Int(errno) }, Int(EBADF)),
    ("B_threadLocalAcrossAwait", { plain_thread_set(1) }, { plain_thread_get() }, 1),
    (
      "B_threadDictionaryAcrossAwait", { Thread.current.threadDictionary["hunt"] = 1 },
      { Thread.current.threadDictionary["hunt"] as? Int ?? 0 }, 1
    ),
    ("S_taskLocalAcrossAwait", {}, { Numbered.number }, 7),
    ("B_threadAcrossAwait", {}, { Int(plain_gettid()) }, -1),
  ]
  for (name, set, get, value) in across {
    forms.addTasks(
      name, fresh: { Awaiting() }, roles: { await $0.across(set, get, value) }, { await $0.across(set, get, value) },
      expecting: { _, v in v == [true, true] })
  }
  forms.addTasks("S_asyncSemaphore") { try await check(fresh: { Awaiting() }, access: { await $0.inTurn() }) }
  forms.addTasks("B_asyncSemaphoreOfTwo") {
    try await check(fresh: { Awaiting(permits: 2) }, access: { await $0.inTurn() })
  }
  forms.addTasks("S_streamOfTwo") {
    try await check(fresh: { Awaiting() }, roles: { await $0.sumOfStream() }, expecting: { _, v in v == [3, 3] })
  }
  forms.addTasks("S_taskGroupSum") {
    try await check(fresh: { Awaiting() }, roles: { await $0.sumOfGroup() }, expecting: { _, v in v == [3, 3] })
  }
  forms.addTasks("B_queueReenteredTasks") {
    try await check(fresh: { HavingQueue() }, roles: { $0.reentersQueue() }, expecting: { _, _ in true })
  }
  // A queue beside the actor's state, which no job uses.
  forms.addTasks(
    "S_unusedQueueOfActor", fresh: { HavingQueue() }, roles: { await $0.count() }, { await $0.count() },
    expecting: { _, v in v.sorted() == [1, 2] })
  // Where an object is depends on what else was allocated.
  for (name, isExpected) in [("B_addressesUpTasks", { $0[0] < $0[1] }), ("B_addressesDownTasks", { $0[0] > $0[1] })]
    as [(String, @Sendable ([Int]) -> Bool)]
  {
    forms.addTasks(
      name, fresh: { Awaiting() }, roles: { await $0.address() }, { await $0.address() },
      expecting: { _, v in isExpected(v) })
  }
}

private enum Numbered { @TaskLocal static var number = 0 }

/// An instance for each key: the promise is one for all.
private actor KeyedInstances {
  private var made: [Int: Thing] = [:]
  func shared(_ key: Int) -> Thing {
    if let known = made[key] { return known }
    let new = Thing()
    made[key] = new
    return new
  }
}

private actor HavingQueue {
  private let queue = DispatchQueue(label: "hunt")
  private var calls = 0
  nonisolated func reentersQueue() -> Int { queue.sync { queue.sync { 1 } } }
  func count() -> Int {
    calls += 1
    return calls
  }
}

private actor Awaiting {
  private var permits: Int, waiting: [CheckedContinuation<Void, Never>] = [], made: Thing?, things: [Thing] = []
  init(permits: Int = 1) { self.permits = permits }
  /// Whether what is set before an `await` is there after it. A number of -1 stands for the one before.
  func across(_ set: @Sendable () -> Void, _ get: @Sendable () -> Int, _ value: Int) async -> Bool {
    await Numbered.$number.withValue(7) {
      set()
      let before = get()
      await Task.yield()
      return get() == (value == -1 ? before : value)
    }
  }
  private func take() async {
    if permits > 0 { permits -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
  }
  private func give() { if waiting.isEmpty { permits += 1 } else { waiting.removeFirst().resume() } }
  func inTurn() async -> Thing {
    await take()
    defer { give() }
    if let made { return made }
    await Task.yield()
    let new = Thing()
    made = new
    return new
  }
  func sumOfStream() async -> Int {
    let stream = AsyncStream<Int> { source in
      source.yield(1)
      source.yield(2)
      source.finish()
    }
    var sum = 0
    for await number in stream { sum += number }
    return sum
  }
  func sumOfGroup() async -> Int {
    await withTaskGroup(of: Int.self) { group in
      for number in 1...2 { group.addTask { number } }
      return await group.reduce(0, +)
    }
  }
  func address() -> Int {
    let thing = Thing()
    things.append(thing)
    return Int(bitPattern: ObjectIdentifier(thing))
  }
}
