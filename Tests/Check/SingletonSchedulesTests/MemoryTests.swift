import InstrumentedTasks
import Testing

@testable import SingletonSchedules

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct MemoryTests {
  @Test func `A variable beside an actor is refuted, with both lines, and its code shows it again`() async throws {
    let found = try await check(tasks: 2, fresh: { CountingBeside() }, access: { await $0.counted() })
    #expect(found.findings == [.race] && found.counts[.race] == found.schedules, "\(found)")
    let drawing = try #require(found.counterexample)
    #expect(drawing.contains("reads at BesideActors.swift:\(CountingBeside.readLine)"))
    #expect(drawing.contains("writes at") && drawing.contains("BesideActors.swift:\(CountingBeside.writeLine)"))
    #expect(drawing.contains("nothing orders the two: a data race"))
    let again = try await check(
      tasks: 2, replay: found.replayCode, fresh: { CountingBeside() }, access: { await $0.counted() })
    #expect(again.counterexample == drawing)
  }

  @Test func `The same variable within the actor is proved`() async throws {
    let result = try await check(tasks: 2, fresh: { CountingInside() }, access: { await $0.counted() })
    #expect(result.isProved, "\(result)")
    #expect(result.description.contains("actors and instrumented code alone"))
  }

  @Test func `A value of any type beside an actor is refuted`() async throws {
    let result = try await check(tasks: 2, fresh: { KeepingBeside() }, access: { await $0.written() })
    #expect(result.findings == [.race], "\(result)")
  }

  @Test func `Of code that is not compiled for it, a proof says that memory beside actors was not seen`() async throws {
    let result = try await check(tasks: 2, fresh: { Plain() }, access: { await $0.current() })
    #expect(result.isProved && result.description.contains("Not seen: what happens in a job"), "\(result)")
  }

  @Test(arguments: InstrumentedTasks.Awaiting.Wait.allCases.filter { $0 != .nothing })
  func `What an await orders is proved`(wait: InstrumentedTasks.Awaiting.Wait) async throws {
    let result = try await check(
      tasks: 2, fresh: { InstrumentedTasks.Awaiting(wait) }, access: { await $0.shared() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `What the runtime keeps of types may grow in a schedule`() async throws {
    // Types of this test fill the runtime's tables, so that the tables grow in a schedule of at least one of the checks.
    for depth in stride(from: 0, to: 60, by: 3) {
      withExtendedLifetime(nested(in: Thing.self, depth: depth)) {}
      let result = try await check(
        tasks: 2, fresh: { InstrumentedTasks.Awaiting(.stream) }, access: { await $0.shared() })
      #expect(result.isProved, "\(depth): \(result)")
    }
  }

  @Test func `What an actor hands on was written before`() async throws {
    let result = try await check(tasks: 2, fresh: { Handing() }, access: { await $0.shared() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `What the compiler keeps of types is no memory of the program`() async throws {
    let result = try await check(tasks: 3, fresh: { Busy() }, access: { await $0.shared() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `What a task does for which nobody waits is refuted`() async throws {
    let result = try await check(
      tasks: 2, fresh: { InstrumentedTasks.Awaiting(.nothing) }, access: { await $0.shared() })
    #expect(result.findings == [.race], "\(result)")
  }

  @Test func `A property that is a lock, of which code tells, is proved`() async throws {
    let result = try await check(tasks: 2, fresh: { WithOwnMutex() }, access: { await $0.current() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `A lock of Foundation or of the C library that is a property is proved`() async throws {
    let lock = try await check(tasks: 2, fresh: { WithOwnLock() }, access: { await $0.current() })
    #expect(lock.isProved, "\(lock)")
    let recursive = try await check(tasks: 2, fresh: { WithOwnRecursiveLock() }, access: { await $0.current() })
    #expect(recursive.isProved, "\(recursive)")
    let mutex = try await check(tasks: 2, fresh: { WithOwnMutexOfC() }, access: { await $0.current() })
    #expect(mutex.isProved, "\(mutex)")
    let allocated = try await check(tasks: 2, fresh: { WithAllocatedMutexOfC() }, access: { await $0.current() })
    #expect(allocated.isProved, "\(allocated)")
  }

  @Test func `A look without the lock is refuted`() async throws {
    let result = try await check(tasks: 2, fresh: { WithLateLock() }, access: { await $0.current() })
    #expect(result.findings == [.race], "\(result)")
  }

  @Test(arguments: [Locked.Use.mutexOnce, .lockOnce])
  func `One critical section in a job is proved`(use: Locked.Use) async throws {
    let result = try await check(tasks: 2, fresh: { Locked(use) }, access: { await $0.current() })
    #expect(result.isProved, "\(result)")
  }

  @Test(arguments: [Locked.Use.mutexTwice, .mutexAfterTask, .lockTwice, .triedMutex, .triedLock, .atomic])
  func `What hands out one instance whatever comes between two locks or atomics is proved`(
    use: Locked.Use
  ) async throws {
    let result = try await check(tasks: 2, fresh: { Locked(use) }, access: { await $0.current() })
    #expect(result.isProved && result.schedules > 20, "\(result)")
  }

  @Test(arguments: [Locked.Use.readWriteLock, .deinitializer, .count, .elements])
  func `What is not followed decides nothing`(use: Locked.Use) async throws {
    let result = try await check(tasks: 2, fresh: { Locked(use) }, access: { await $0.current() })
    #expect(result.verdict == .undecided, "\(result)")
    #expect(result.obstacle?.contains("nothing that is followed") == true, "\(result)")
    #expect(result.obstacle?.contains("Locked.swift:") == true, "\(result)")
  }

  @Test func `The handler of a cancellation comes before the end of its scope, and decides nothing before`()
    async throws
  {
    let after = try await check(
      tasks: 2, cancelsFirst: true, fresh: { Locked(.afterCancellationHandler) }, access: { await $0.current() })
    #expect(after.isProved, "\(after)")
    let within = try await check(
      tasks: 2, cancelsFirst: true, fresh: { Locked(.cancellationHandler) }, access: { await $0.current() })
    #expect(within.verdict == .undecided, "\(within)")
    #expect(within.obstacle?.contains("a cancellation handler") == true)
  }
}

private struct Nested<Inner> {}

private func nested<Inner>(in inner: Inner.Type, depth: Int) -> Any.Type {
  depth == 0 ? Inner?.self : nested(in: Nested<Inner?>.self, depth: depth - 1)
}
