import Foundation
import SingletonSchedules
import Synchronization

/// Actors and tasks: what an `await` lets in, what is canceled, and what waits for ever.
func addActors(to forms: inout Forms) {
  forms.addTasks("B_lookFromOutside") { try await check(fresh: { Loader() }, access: { await $0.lookedFromOutside() }) }
  forms.addTasks("S_setIfNil") { try await check(fresh: { Loader() }, access: { await $0.setIfNil(Thing()) }) }
  // A lock that is held in a call of the runtime, and taken in a handler of cancellation.
  forms.addTasks("B_cancelsUnderLock") {
    try await check(
      fresh: { Parking() }, roles: { await $0.waits() },
      {
        $0.cancelUnderLock()
        return true
      }, expecting: { _, _ in true })
  }
  forms.addTasks("B_finishesUnderLock") {
    try await check(
      fresh: { Streaming() }, roles: { await $0.consumed(canceled: true) },
      {
        $0.finishUnderLock()
        return 0
      },
      expecting: { _, _ in true })
  }
  forms.addTasks("S_streamConsumed") {
    try await check(
      fresh: { Streaming() }, roles: { await $0.consumed(canceled: false) },
      {
        $0.finish()
        return 0
      }, expecting: { _, v in v[0] == 1 })
  }
  forms.addTasks(
    "B_continuationTwice", fresh: { Continuing() }, roles: { await $0.wait() }, { await $0.resumeTwice() },
    expecting: { _, _ in true })
  forms.addTasks(
    "S_continuationKept", fresh: { Continuing() }, roles: { await $0.waitOrDone() }, { await $0.done() },
    expecting: { _, _ in true })
  forms.addTasks(
    "B_asyncLet", fresh: { Loader() }, roles: { await $0.bumpsTwice() }, { 0 * (await $0.count) },
    expecting: { o, _ in await o.count == 2 })
  // Stores and loads that acquire and release are taken to be sequentially consistent, as a proof says.
  forms.addTasks(
    "U_taskDekkerAR", fresh: { Beside() }, roles: { await $0.dekkerA() }, { await $0.dekkerB() },
    expecting: { _, v in v[0] + v[1] <= 1 })
  forms.addTasks("B_mainActorReentrancy") { try await check(fresh: { OnMain() }, access: { await $0.late() }) }
  forms.addTasks(
    "B_timeoutLoses", fresh: { Loader() }, roles: { await $0.raced() }, { await $0.raced() },
    expecting: { _, v in v[0] == 1 && v[1] == 1 })
}

private actor Loader {
  var made: Thing?, count = 0
  private var flight: Task<Thing, Never>?
  private static func load() async -> Thing {
    await Task.yield()
    return Thing()
  }
  func late() async -> Thing {
    if let made { return made }
    let new = await Self.load()
    made = new
    return new
  }
  func set(_ new: Thing) -> Thing {
    made = new
    return new
  }
  func setIfNil(_ new: Thing) -> Thing {
    if made == nil { made = new }
    return made!
  }
  func bump() async -> Int {
    let before = count
    await Task.yield()
    count = before + 1
    return count
  }
  func bumpsTwice() async -> Int {
    async let first = bump()
    async let second = bump()
    return await first + second
  }
  func raced() async -> Int {
    await withTaskGroup(of: Int.self) { group in
      group.addTask {
        try? await Task.sleep(for: .seconds(1))
        return 1
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(1))
        return 2
      }
      defer { group.cancelAll() }
      return await group.next()!
    }
  }
}

extension Loader {
  nonisolated fileprivate func lookedFromOutside() async -> Thing {
    if let known = await made { return known }
    return await set(Thing())
  }
}

private struct Waiters: Sendable {
  var numbers = 0, isDone = false, waiting: [Int: CheckedContinuation<Bool, Never>] = [:], task: Task<Bool, Never>?
  mutating func park(_ number: Int, _ continuation: CheckedContinuation<Bool, Never>) -> Bool? {
    if isDone { return true }
    waiting[number] = continuation
    return nil
  }
}

private final class Parking: Sendable {
  private let state = Mutex(Waiters())
  func wait() async -> Bool {
    let number = state.withLock {
      $0.numbers += 1
      return $0.numbers
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let now = state.withLock({ $0.park(number, continuation) }) { continuation.resume(returning: now) }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: false)
    }
  }
  func waits() async -> Bool {
    let waiter = Task { await wait() }
    state.withLock { $0.task = waiter }
    return await waiter.value
  }
  /// The handler takes the lock that its caller holds.
  func cancelUnderLock() {
    state.withLock {
      $0.isDone = true
      $0.task?.cancel()
    }
  }
}

private final class Streaming: Sendable {
  private let lock = Mutex(0), stream: AsyncStream<Int>, source: AsyncStream<Int>.Continuation
  init() {
    (stream, source) = AsyncStream.makeStream()
    source.onTermination = { [lockCount] _ in lockCount() }
  }
  private var lockCount: @Sendable () -> Void { { [unowned self] in lock.withLock { $0 += 1 } } }
  func consumed(canceled: Bool) async -> Int {
    let consumer = Task {
      var sum = 0
      for await number in stream { sum += number }
      return sum
    }
    if canceled {
      await Task.yield()
      consumer.cancel()
    }
    return await consumer.value
  }
  func finish() {
    source.yield(1)
    source.finish()
  }
  func finishUnderLock() {
    lock.withLock {
      $0 += 1
      source.finish()
    }
  }
}

private actor Continuing {
  private actor Other {
    var waiting: CheckedContinuation<Void, Never>?
    func wait() async { await withCheckedContinuation { waiting = $0 } }
    func resume() {
      waiting?.resume()
      waiting = nil
    }
  }
  private var waiting: CheckedContinuation<Int, Never>?, isDone = false
  private let first = Other(), second = Other()
  func wait() async -> Int { await withCheckedContinuation { waiting = $0 } }
  func waitOrDone() async -> Int { isDone ? 1 : await wait() }
  func done() -> Int {
    isDone = true
    waiting?.resume(returning: 1)
    waiting = nil
    return 1
  }
  func resumeTwice() async -> Int {
    while waiting == nil { await Task.yield() }
    waiting!.resume(returning: 1)
    waiting!.resume(returning: 2)
    return 1
  }
}

private final class Beside: @unchecked Sendable {
  private let a = Atomic(false), b = Atomic(false)
  func dekkerA() async -> Int {
    a.store(true, ordering: .releasing)
    return b.load(ordering: .acquiring) ? 0 : 1
  }
  func dekkerB() async -> Int {
    b.store(true, ordering: .releasing)
    return a.load(ordering: .acquiring) ? 0 : 1
  }
}

@MainActor private final class OnMain {
  private var made: Thing?
  nonisolated init() {}
  func late() async -> Thing {
    if let made { return made }
    await Task.yield()
    let new = Thing()
    made = new
    return new
  }
}
