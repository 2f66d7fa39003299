import Foundation
import Testing

@testable import SingletonSchedules

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct TaskFormTests {
  @Test func `A failed task that is kept refuses a caller in every schedule`() async throws {
    let result = try await check(
      tasks: 2, failures: .first, fresh: { KeepingTask() }, access: { try await $0.current() })
    #expect(result.counts == [.refused: result.schedules], "\(result)")
  }

  @Test func `A thread of the program's own is named, and decides nothing`() async throws {
    let result = try await check(tasks: 2, fresh: { OnThread() }, access: { await $0.current() })
    #expect(result.verdict == .undecided)
    #expect(result.obstacle?.contains("system call (clone") == true, "\(result)")
  }

  @Test func `Building in a throwing group is refuted without a second look, and a failure there is passed on`()
    async throws
  {
    let broken = try await check(
      tasks: 2, fresh: { InThrowingGroup(looksAgain: false) }, access: { try await $0.current() })
    #expect(broken.findings == [.instances], "\(broken)")
    let sound = try await check(
      tasks: 2, failures: .first, fresh: { InThrowingGroup(looksAgain: true) }, access: { try await $0.current() })
    #expect(sound.isProved, "\(sound)")
  }

  @Test func `Building in a discarding group is refuted without a second look, and a failure there is passed on`()
    async throws
  {
    let broken = try await check(
      tasks: 2, fresh: { InDiscardingGroup(looksAgain: false) }, access: { try await $0.current() })
    #expect(broken.findings == [.instances], "\(broken)")
    let sound = try await check(
      tasks: 2, failures: .first, fresh: { InDiscardingGroup(looksAgain: true) }, access: { try await $0.current() })
    #expect(sound.isProved, "\(sound)")
  }

  @Test(arguments: [(true, "is canceled before"), (false, "is canceled during")])
  func `A drawing says whether a caller is canceled before its call or during it`(
    before: Bool, words: String
  )
    async throws
  {
    let result = try await check(
      tasks: 2, cancelsFirst: true, fresh: { NilWhenCanceled(before: before) }, access: { await $0.current() })
    #expect(result.findings == [.nilResults], "\(result)")
    #expect(result.counterexample?.contains(words) == true, "\(result)")
    #expect(result.counts[.nilResults, default: 0] < result.schedules)
  }

  @Test func `An immediate task that suspends lets another caller look, and one that is kept does not build twice`()
    async throws
  {
    let broken = try await check(
      tasks: 2, fresh: { InImmediateTask(keepsTask: false) }, access: { await $0.current() })
    #expect(broken.findings == [.instances], "\(broken)")
    let sound = try await check(
      tasks: 2, fresh: { InImmediateTask(keepsTask: true) }, access: { await $0.current() })
    #expect(sound.isProved, "\(sound)")
  }

  @Test func `A building after one that failed counts, and is not the second of two`() async throws {
    let sound = try await check(
      tasks: 2, failures: .first, buildsOnce: true, fresh: { KeepingTask(forgetsFailures: true, looksAgain: true) },
      access: { try await $0.current() })
    #expect(sound.isProved && sound.mostBuildings == 2, "\(sound)")
    let broken = try await check(tasks: 2, failures: .first, buildsOnce: true, fresh: { Plain() }) { plain in
      try Building.beginsOrFails()
      return await plain.current()
    }
    #expect(broken.findings == [.inits] && broken.mostBuildings == 3, "\(broken)")
  }
}

/// Hands the building to a thread.
private actor OnThread {
  func current() async -> Thing {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Thing()) }
    }
  }
}

private actor InThrowingGroup {
  private var made: Thing?
  private let looksAgain: Bool

  init(looksAgain: Bool) { self.looksAgain = looksAgain }

  func current() async throws -> Thing {
    if let made { return made }
    let thing = try await withThrowingTaskGroup(of: Thing.self) { group in
      group.addTask {
        try Building.beginsOrFails()
        return Thing()
      }
      return try await group.next()!
    }
    if looksAgain, let made { return made }
    made = thing
    return thing
  }
}

private actor InDiscardingGroup {
  private var made: Thing?
  private let looksAgain: Bool

  init(looksAgain: Bool) { self.looksAgain = looksAgain }

  func current() async throws -> Thing? {
    if let made { return made }
    try await withThrowingDiscardingTaskGroup { group in group.addTask { try await self.build() } }
    return made
  }

  private func build() throws {
    try Building.beginsOrFails()
    if !looksAgain || made == nil { made = Thing() }
  }
}

/// Returns nil to a caller that is canceled before its call, or to one that is canceled during it.
private actor NilWhenCanceled {
  private let before: Bool
  private let thing = Thing()

  init(before: Bool) { self.before = before }

  nonisolated func current() async -> Thing? {
    let wasCanceled = Task.isCancelled
    let thing = await thingLater()
    return before ? wasCanceled ? nil : thing : Task.isCancelled && !wasCanceled ? nil : thing
  }

  private func thingLater() async -> Thing {
    await Task.yield()
    return thing
  }
}

/// Builds in an immediate task, which is suspended before it has built.
private actor InImmediateTask {
  private var made: Thing?
  private var task: Task<Thing, Never>?
  private let keepsTask: Bool

  init(keepsTask: Bool) { self.keepsTask = keepsTask }

  func current() async -> Thing {
    if let made { return made }
    if keepsTask, let task { return await task.value }
    let task = Task.immediate {
      await Task.yield()
      return Thing()
    }
    self.task = task
    let thing = await task.value
    made = thing
    return thing
  }
}
