import Foundation
import SingletonSchedules
import Synchronization

/// Patterns that applications write with tasks: debouncing, time limits, semaphores, loaders, streams that are shared.
func addPatternsOfTasks(to forms: inout Forms) {
  forms.addTasks(
    "B_h1_debounceSwallows", fresh: { Debouncer() }, roles: { await $0.callLoosely() }, { await $0.callLoosely() },
    expecting: { o, _ in await o.late == 0 })
  forms.addTasks(
    "S_h1_debounce", fresh: { Debouncer() }, roles: { await $0.call() }, { await $0.call() },
    expecting: { o, _ in await o.late == 0 })
  forms.addTasks(
    "B_h1_timeLimitResumesTwice", fresh: { Limited() }, roles: { await $0.waitLoosely() }, { await $0.finish() },
    expecting: { _, _ in true })
  forms.addTasks(
    "S_h1_timeLimit", fresh: { Limited() }, roles: { await $0.wait() }, { await $0.finishOnce() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_h1_discardingGroup", fresh: { Loading() }, roles: { await $0.discarding() }, { await $0.nothing() },
    expecting: { o, _ in o.count == 2 })
  forms.addTasks(
    "B_h1_unfolding", fresh: { Loading() }, roles: { await $0.unfolds() }, { await $0.unfolds() },
    expecting: { _, v in v.sorted() == [1, 2] })
  forms.addTasks(
    "B_h1_tasksInOrder", fresh: { Loading() }, roles: { await $0.startsTwo() }, { await $0.nothing() },
    expecting: { _, v in v[0] == 12 })
  forms.addTasks(
    "S_h1_awaitsInOrder", fresh: { Loading() }, roles: { await $0.awaitsTwo() }, { await $0.nothing() },
    expecting: { _, v in v[0] == 12 })
  forms.addTasks("B_h1_mainActorAwaits") {
    try await check(fresh: { MainLoader() }, access: { await $0.image })
  }
  forms.addTasks("S_h1_mainActorStoresTask") {
    try await check(fresh: { MainLoader() }, access: { await $0.imageByTask })
  }
  forms.addTasks("B_h1_permitOfCanceled") {
    try await check(
      cancelsFirst: true, fresh: { Permits() }, roles: { try await $0.useLoosely() }, { try await $0.useLoosely() },
      expecting: { _, _ in true })
  }
  forms.addTasks(
    "S_h1_permit", fresh: { Permits() }, roles: { try await $0.useLoosely() }, { try await $0.useLoosely() },
    expecting: { o, _ in await o.most == 1 })
  forms.addTasks(
    "B_h1_readersStarve", fresh: { ReadersWriter() }, roles: { await $0.readLoosely() }, { await $0.write() },
    expecting: { o, _ in await o.overlaps == 0 })
  forms.addTasks(
    "S_h1_readersWriter", fresh: { ReadersWriter() }, roles: { await $0.read() }, { await $0.write() },
    expecting: { o, _ in await o.overlaps == 0 })
  forms.addTasks(
    "B_h1_asyncLetCanceled", fresh: { Loading() }, roles: { await $0.leavesEarly() }, { await $0.nothing() },
    expecting: { o, v in await o.log.numbers == [1] })
  forms.addTasks(
    "B_h1_throttleByCount", fresh: { Loading() }, roles: { await $0.throttled() }, { await $0.throttled() },
    expecting: { o, _ in await o.log.numbers.count == 1 })
  forms.addTasks(
    "S_h1_batches", fresh: { Loading() }, roles: { await $0.batch(1) }, { await $0.batch(2) },
    expecting: { o, _ in await o.log.numbers.count == 4 })
  forms.addTasks(
    "B_h1_deinitCancels", fresh: { Loading() }, roles: { await $0.startsAndDrops() }, { await $0.nothing() },
    expecting: { o, v in v[0] == 1 })
  forms.addTasks(
    "B_h1_isolatedToOther", fresh: { Loading() }, roles: { await $0.escapes() }, { await $0.escapes() },
    expecting: { _, _ in true })
  forms.addTasks(
    "S_h1_nonsending", fresh: { MainLoader() }, roles: { await $0.counts() }, { await $0.counts() },
    expecting: { o, _ in await o.count == 2 })
}

private actor Debouncer {
  private var task: Task<Void, Never>?, generation = 0
  private(set) var late = 0
  private func run(_ number: Int) { if number != generation { late += 1 } }
  func callLoosely() async {
    task?.cancel()
    generation += 1
    let number = generation
    let new = Task {
      try? await Task.sleep(for: .milliseconds(1))
      run(number)
    }
    task = new
    await new.value
  }
  func call() async -> Int {
    task?.cancel()
    generation += 1
    let number = generation
    let new = Task {
      try? await Task.sleep(for: .milliseconds(1))
      guard !Task.isCancelled else { return }
      run(number)
    }
    task = new
    await new.value
    return 0
  }
}

private actor Limited {
  private var waiting: UnsafeContinuation<Int, Never>?, isDone = false
  func waitLoosely() async -> Int {
    if isDone { return 1 }
    return await withUnsafeContinuation { continuation in
      waiting = continuation
      Task {
        try? await Task.sleep(for: .milliseconds(1))
        continuation.resume(returning: 0)
      }
    }
  }
  func finish() -> Int {
    isDone = true
    waiting?.resume(returning: 1)
    return 0
  }
  func wait() async -> Int {
    if isDone { return 1 }
    return await withUnsafeContinuation { continuation in
      waiting = continuation
      Task {
        try? await Task.sleep(for: .milliseconds(1))
        take()?.resume(returning: 0)
      }
    }
  }
  private func take() -> UnsafeContinuation<Int, Never>? {
    defer { waiting = nil }
    return waiting
  }
  func finishOnce() -> Int {
    isDone = true
    take()?.resume(returning: 1)
    return 0
  }
}

private actor Numbers {
  private(set) var numbers: [Int] = []
  func add(_ number: Int) { numbers.append(number) }
}

private final class Loading: @unchecked Sendable {
  let log = Numbers()
  private(set) var count = 0
  private let stream: AsyncStream<Int>
  init() {
    var number = 0
    stream = AsyncStream {
      number += 1
      return number
    }
  }
  func nothing() async -> Int { 0 }
  func discarding() async -> Int {
    await withDiscardingTaskGroup { group in
      for _ in 0..<2 { group.addTask { self.count += 1 } }
    }
    return 0
  }
  func unfolds() async -> Int {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next()!
  }
  func startsTwo() async -> Int {
    let one = Task { await log.add(1) }
    let two = Task { await log.add(2) }
    await one.value
    await two.value
    return await log.numbers.reduce(0) { $0 * 10 + $1 }
  }
  func awaitsTwo() async -> Int {
    await log.add(1)
    await log.add(2)
    return await log.numbers.reduce(0) { $0 * 10 + $1 }
  }
  func leavesEarly() async -> Int {
    async let work: Void = logUnlessCanceled()
    return 0
  }
  private func logUnlessCanceled() async { if !Task.isCancelled { await log.add(1) } }
  func throttled() async { if await log.numbers.isEmpty { await log.add(1) } }
  func batch(_ number: Int) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.log.add(number) }
      group.addTask { await self.log.add(-number) }
    }
  }
  private final class Work: @unchecked Sendable {
    var task: Task<Int, Never>?
    deinit { task?.cancel() }
    func start() -> Task<Int, Never> {
      let new = Task {
        await Task.yield()
        return Task.isCancelled ? 0 : 1
      }
      task = new
      return new
    }
  }
  func startsAndDrops() async -> Int {
    let task = Work().start()
    return await task.value
  }
  private actor Holding {
    var number = 0
    func change(_ body: @Sendable (inout Int) -> Void) { body(&number) }
    func pointer() -> UnsafeMutablePointer<Int> { withUnsafeMutablePointer(to: &number) { $0 } }
  }
  private let holding = Holding()
  func escapes() async {
    let pointer = await holding.pointer()
    pointer.pointee += 1
  }
}

@MainActor private final class MainLoader {
  private var made: Thing?, task: Task<Thing, Never>?
  private(set) var count = 0
  nonisolated init() {}
  var image: Thing {
    get async {
      if let made { return made }
      let new = await load()
      made = new
      return new
    }
  }
  private nonisolated func load() async -> Thing { Thing() }
  var imageByTask: Thing {
    get async {
      if task == nil { task = Task { await load() } }
      return await task!.value
    }
  }
  private func bump() async { count += 1 }
  func counts() async { await bump() }
}

private actor Permits {
  private var permits = 1, waiting: [CheckedContinuation<Void, Never>] = [], using = 0
  private(set) var most = 0
  private func acquire() async throws {
    if permits > 0 {
      permits -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    try Task.checkCancellation()
  }
  private func release() { if waiting.isEmpty { permits += 1 } else { waiting.removeFirst().resume() } }
  /// A canceled task has the permit, and throws before it can give it back.
  func useLoosely() async throws -> Int {
    try await acquire()
    using += 1
    most = max(most, using)
    await Task.yield()
    using -= 1
    release()
    return 0
  }
}

private actor ReadersWriter {
  private var isWriting = false, readers = 0, waiting: [CheckedContinuation<Void, Never>] = []
  private(set) var overlaps = 0
  private func wait() async { await withCheckedContinuation { waiting.append($0) } }
  private func wakeAll() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
  func write() async -> Int {
    while isWriting || readers > 0 { await wait() }
    isWriting = true
    await Task.yield()
    if readers > 0 { overlaps += 1 }
    isWriting = false
    wakeAll()
    return 0
  }
  func read() async -> Int {
    while isWriting { await wait() }
    readers += 1
    await Task.yield()
    if isWriting { overlaps += 1 }
    readers -= 1
    wakeAll()
    return 0
  }
  /// Looks before it waits, and not again.
  func readLoosely() async -> Int {
    let mayRead = !isWriting
    await Task.yield()
    if !mayRead { await wait() }
    readers += 1
    await Task.yield()
    readers -= 1
    wakeAll()
    return 0
  }
}
