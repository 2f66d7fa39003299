import Dispatch
import Foundation
import SingletonSchedules
import Synchronization

// The code under test: singletons as applications write them.

final class Thing: Sendable {}

/// Looks and stores without an await between.
actor Plain {
  private var made: Thing?

  func current() -> Thing {
    assertIsolated()
    if let made { return made }
    let thing = Thing()
    made = thing
    return thing
  }
}

/// Awaits between the look and the store, in one of several ways.
actor Awaiting {
  enum Wait: Sendable, CaseIterable {
    case group, child, yield, sleep, sleepOfNanoseconds, tolerantSleep, stream, detached, immediate
  }

  private let wait: Wait
  private var made: Thing?

  init(_ wait: Wait) { self.wait = wait }

  func current() async -> Thing {
    if let made { return made }
    let thing = await build()
    assertIsolated()
    made = thing
    return thing
  }

  private func build() async -> Thing {
    switch wait {
    case .group:
      return await withTaskGroup(of: Thing.self) { group in
        group.addTask { Thing() }
        return await group.next()!
      }
    case .child:
      async let thing = Thing()
      return await thing
    case .yield: await Task.yield()
    case .sleep: try? await Task.sleep(for: .seconds(3600))
    case .sleepOfNanoseconds: try? await Task.sleep(nanoseconds: 5_000_000)
    case .tolerantSleep: try? await Task.sleep(for: .seconds(3600), tolerance: .seconds(1))
    case .stream:
      let (stream, continuation) = AsyncStream.makeStream(of: Thing.self)
      Task { continuation.yield(Thing()) }
      for await thing in stream { return thing }
    case .detached: return await Task.detached { Thing() }.value
    case .immediate: return await Task.immediate { Thing() }.value
    }
    return Thing()
  }
}

/// Is right, and its callers look from outside.
actor Store {
  private(set) var value: Thing?

  func set(_ thing: Thing) { value = thing }
}

/// The line of the first statement of `lookThenSet`.
let lookLine = #line + 2
func lookThenSet(_ store: Store) async -> Thing? {
  if await store.value == nil {
    await store.set(Thing())
  }
  return await store.value
}

/// Keeps the task that builds.
actor KeepingTask {
  private var task: Task<Thing, any Error>?
  private let forgetsFailures: Bool
  /// Whether it forgets only the task that has failed, and not one that was stored since.
  private let looksAgain: Bool

  init(forgetsFailures: Bool = false, looksAgain: Bool = false) {
    self.forgetsFailures = forgetsFailures
    self.looksAgain = looksAgain
  }

  func current() async throws -> Thing {
    if let task { return try await value(of: task) }
    let task = Task { () throws -> Thing in
      await Task.yield()
      try Building.beginsOrFails()
      return Thing()
    }
    self.task = task
    return try await value(of: task)
  }

  private func value(of waited: Task<Thing, any Error>) async throws -> Thing {
    do { return try await waited.value } catch {
      if forgetsFailures && (!looksAgain || task == waited) { task = nil }
      throw error
    }
  }
}

/// Builds in the task of the first caller, for which the others wait.
actor FirstCallerBuilds {
  private var made: Thing?
  private var isBuilding = false
  private var waiting: [CheckedContinuation<Thing, any Error>] = []
  private let passesErrorsOn: Bool

  init(passesErrorsOn: Bool) { self.passesErrorsOn = passesErrorsOn }

  func current() async throws -> Thing {
    if let made { return made }
    if isBuilding { return try await withCheckedThrowingContinuation { waiting.append($0) } }
    isBuilding = true
    defer { isBuilding = false }
    do {
      try await Task.sleep(for: .seconds(1))
      let thing = Thing()
      made = thing
      resumeAll(with: .success(thing))
      return thing
    } catch {
      if passesErrorsOn { resumeAll(with: .failure(error)) }
      throw error
    }
  }

  private func resumeAll(with result: Result<Thing, any Error>) {
    waiting.forEach { $0.resume(with: result) }
    waiting = []
  }
}

@MainActor final class OnMain {
  private var made: Thing?
  private let awaits: Bool

  nonisolated init(awaits: Bool) { self.awaits = awaits }

  func current() async -> Thing {
    MainActor.assertIsolated()
    if let made { return made }
    if awaits { await Task.yield() }
    MainActor.assertIsolated()
    let thing = Thing()
    made = thing
    return thing
  }
}

/// The line at which a caller of `Forgetful` waits that is not the first.
let forgottenLine = #line + 10

/// Never resumes a caller that is not the first.
actor Forgetful {
  private var made: Thing?
  private var isBuilding = false
  private var waiting: [CheckedContinuation<Thing, Never>] = []

  func current() async -> Thing {
    if let made { return made }
    if isBuilding { return await withCheckedContinuation { waiting.append($0) } }
    isBuilding = true
    await Task.yield()
    let thing = Thing()
    made = thing
    return thing
  }
}

/// Hands the building to a thread of Dispatch.
actor OnQueue {
  private var made: Thing?

  func current() async -> Thing {
    if let made { return made }
    let thing = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: Thing()) }
    }
    made = thing
    return thing
  }
}

/// Waits for a signal that no other thread sends.
actor OnSemaphore {
  private let semaphore = DispatchSemaphore(value: 0)

  func current() -> Thing {
    semaphore.wait()
    return Thing()
  }
}

/// Depends on a random number.
actor Chancy {
  private let thing = Thing()

  func current() async -> Thing {
    for _ in 1...8 where Bool.random() { await Task.yield() }
    return thing
  }
}

/// Depends on the position in a file, which goes on from schedule to schedule.
actor Drifting {
  private static let file = open("/proc/self/exe", O_RDONLY)
  private let thing = Thing()

  /// Opens the file, which would otherwise be opened anew in each schedule.
  static func begin() -> Int32 { file }

  func current() async -> Thing {
    if lseek(Self.file, 1, SEEK_CUR) % 7 == 0 { await Task.yield() }
    await Task.yield()
    return thing
  }
}

/// Depends on a global count.
actor Counting {
  private static let count = Atomic(0)
  private let thing = Thing()

  func current() async -> Thing {
    if Self.count.add(1, ordering: .relaxed).newValue % 3 == 0 { await Task.yield() }
    await Task.yield()
    return thing
  }
}

/// Stops the process if a second caller comes before the first has built.
actor Trapping {
  private var made: Thing?
  private var isBuilding = false

  func current() async -> Thing {
    if let made { return made }
    precondition(!isBuilding, "built by two")
    isBuilding = true
    await Task.yield()
    let thing = Thing()
    made = thing
    return thing
  }
}

actor Once {
  static let shared = Once()
  private let thing = Thing()

  func current() -> Thing { thing }
}

actor Nothing {
  func current() -> Thing? { nil }
}

/// Builds in a task that its initializer starts, and looks only once.
actor BuildingInBackground {
  private var made: Thing?

  init() { Task { await build() } }

  private func build() { made = Thing() }

  func current() -> Thing? { made }
}

/// Its callers race with a time limit.
actor WithTimeLimit {
  private var made: Thing?

  func current() async -> Thing? {
    if let made { return made }
    return await withTaskGroup(of: Thing?.self) { group in
      group.addTask { await self.build() }
      group.addTask {
        try? await Task.sleep(for: .seconds(10))
        return nil
      }
      defer { group.cancelAll() }
      return await group.next()!
    }
  }

  private func build() async -> Thing {
    try? await Task.sleep(for: .seconds(1))
    if made == nil { made = Thing() }
    return made!
  }
}

/// Looks and stores in two critical sections of a lock, without an await between, which two threads can do at the same
/// time.
actor WithMutex {
  private let lock = Mutex<Thing?>(nil)

  nonisolated func thing() -> Thing {
    if let thing = lock.withLock({ $0 }) { return thing }
    let thing = Thing()
    lock.withLock { $0 = thing }
    return thing
  }

  func current() -> Thing { thing() }
}

/// Is right if its jobs run one at a time, and they run on no actor.
final class Unchecked: @unchecked Sendable {
  private final class Box {
    var made: Thing?
  }

  private let box = Box()
  private var isLooking = false
  private let store = Store()

  func current() async -> Thing {
    await store.set(Thing())
    isLooking = true
    if let made = box.made { return made }
    let thing = Thing()
    box.made = thing
    return thing
  }
}

/// Stops the process if its caller is canceled while it builds.
actor TrappingWhenCanceled {
  private let thing = Thing()

  func current() async -> Thing {
    await withTaskCancellationHandler {
      await Task.yield()
    } onCancel: {
      fatalError("canceled")
    }
    return thing
  }
}
