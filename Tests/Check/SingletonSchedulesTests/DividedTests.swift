import InstrumentedTasks
import Testing

@testable import SingletonSchedules

/// Jobs that others can come between.
@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct DividedTests {
  private func result(_ use: Divided.Use, yields: Bool = true, replay: String? = nil) async throws -> ScheduleResult {
    try await check(tasks: 2, replay: replay, fresh: { Divided(use) }) { divided in
      if yields { await Task.yield() }
      return divided.current()
    }
  }

  @Test(arguments: [Divided.Use.mutex, .lock, .mutexOfC, .atomic, .tried, .triedMutex])
  func `What looks and then stores, or gives up a lock that is taken, is refuted without an await`(
    use: Divided.Use
  ) async throws {
    let found = try await result(use, yields: false)
    #expect(found.findings == [.instances], "\(found)")
    #expect(try await result(use, yields: false, replay: found.replayCode).counterexample == found.counterexample)
  }

  @Test func `The drawing has the line before which each job pauses`() async throws {
    let drawing = try #require(try await result(.mutex).counterexample)
    let rows = drawing.split(separator: "\n").map(String.init)
    #expect(rows.count { $0.contains("pauses before Divided.swift:\(Divided.storeLine)") } == 2, "\(drawing)")
    #expect(rows.count { $0.contains("Divided.swift:\(Divided.storeLine): Self.made.withLock") } == 2, "\(drawing)")
  }

  @Test(arguments: [
    Divided.Use.mutexTwice, .lockTwice, .atomicExchange, .afterTask, .triedThenLocked, .sameOrder, .recursive,
    .guardedOppositeLocks, .withinMutex, .withinLock, .withinRecursiveLock,
  ])
  func `What looks again before it stores, or takes locks in one order, is proved`(use: Divided.Use) async throws {
    for yields in [true, false] {
      let result = try await result(use, yields: yields)
      #expect(result.isProved, "\(result)")
    }
  }

  @Test func `A proof says that atomics are taken to be sequentially consistent, if there are any`() async throws {
    for (use, says) in [(Divided.Use.atomicExchange, true), (.triedThenLocked, true), (.lockTwice, false)] {
      #expect(try await result(use).description.contains("sequentially consistent") == says, "\(use)")
    }
  }

  @Test func `An atomic that is a property is followed`() async throws {
    let right = try await check(tasks: 3, fresh: { WithOwnAtomic(storesAlways: false) }, access: { $0.current() })
    #expect(right.isProved, "\(right)")
    let wrong = try await check(tasks: 2, fresh: { WithOwnAtomic(storesAlways: true) }, access: { $0.current() })
    #expect(wrong.findings == [.instances], "\(wrong)")
  }

  @Test func `Two locks that are taken in opposite orders are a deadlock, which names who waits for whom`() async throws
  {
    let found = try await result(.oppositeLocks)
    #expect(found.findings == [.hang], "\(found)")
    let drawing = try #require(found.counterexample)
    #expect(drawing.contains("task 1 waits for a lock of task 2, and task 2 waits for a lock of task 1: a deadlock"))
    #expect(try await result(.oppositeLocks, replay: found.replayCode).counterexample == drawing)
  }

  @Test func `The jobs of an actor wait while one of it pauses, and others do not`() async throws {
    let right = try await check(tasks: 2, fresh: { Caching(looksTwice: true) }, access: { await $0.current() })
    #expect(right.isProved, "\(right)")
    let beside = try await check(tasks: 2, fresh: { Caching(looksTwice: false) }, access: { await $0.current() })
    #expect(beside.findings == [.instances], "\(beside)")
    #expect(beside.counterexample?.contains("on Caching, pauses before") == true, "\(beside)")
    let alone = try await check(
      tasks: 2, fresh: { Caching(looksTwice: true) }, access: { await $0.besideAndOnActor() })
    #expect(alone.isProved, "\(alone)")
    let inside = try await check(tasks: 3, fresh: { Caching(looksTwice: false) }, access: { await $0.onActor() })
    #expect(inside.isProved && inside.schedules == 1, "\(inside)")
  }

  @Test func `Others come before a job is made ready on an actor, where order counts`() async throws {
    let late = try await check(tasks: 2, fresh: { Ticketing(keepsLock: false) }, access: { await $0.current() })
    #expect(late.findings == [.nilResults], "\(late)")
    let early = try await check(tasks: 2, fresh: { Ticketing(keepsLock: true) }, access: { await $0.current() })
    #expect(early.isProved, "\(early)")
  }

  @Test(arguments: [
    (Unpausable.Use.inHandler, "a job uses a lock or an atomic after another one"),
    (.inImmediateTask, "a job uses a lock or an atomic after another one"),
    (.besideReadWriteLock, "while others pause"), (.withThreadLocal, "has changed a thread-local variable"),
    (.acrossAwait, "a job waits for a lock"), (.spinning, "comes back to a state in which it has been"),
  ])
  func `Where a job cannot pause, or pauses again and again, nothing is decided`(
    use: Unpausable.Use, reason: String
  ) async throws {
    let result = try await check(
      tasks: 2, cancelsFirst: use == .inHandler, fresh: { Unpausable(use) }, access: { await $0.current() })
    #expect(result.verdict == .undecided && result.obstacle?.contains(reason) == true, "\(result)")
  }

  @Test func `A job that takes the lock that it has waits forever`() async throws {
    let result = try await check(tasks: 2, fresh: { Unpausable(.ownLockAgain) }, access: { await $0.current() })
    #expect(result.findings == [.hang], "\(result)")
    #expect(result.counterexample?.contains("waits for its own lock") == true, "\(result)")
  }

  @Test func `Failures that are decided within a job, and a cancellation, are shown again by the code`() async throws {
    func result(replay: String? = nil) async throws -> ScheduleResult {
      try await check(
        tasks: 2, failures: .any, cancelsFirst: true, replay: replay, fresh: { Divided(.mutex) }
      ) { divided in
        if Task.isCancelled { throw CancellationError() }
        let made = divided.current()
        try Building.beginsOrFails()
        return Task.isCancelled ? nil : made
      }
    }
    let found = try await result()
    #expect(Set(found.findings).isSuperset(of: [.instances, .nilResults]) && found.obstacle == nil, "\(found)")
    #expect(try await result(replay: found.replayCode).counterexample == found.counterexample)
  }

  @Test func `A trap if others come between is a finding, and the search goes on after it`() async throws {
    let found = try await check(tasks: 2, fresh: { Unpausable(.trapping) }, access: { await $0.current() })
    #expect(found.findings == [.trap] && found.obstacle == nil, "\(found)")
    #expect(found.schedules == 3 && found.counterexample?.contains("stops the process") == true, "\(found)")
  }

  @Test func `A build that others wait for is begun twice, or waited for in vain, if it is looked for too early`()
    async throws
  {
    for keepsLock in [false, true] {
      let task = try await check(
        tasks: 2, fresh: { SingleFlight(keepsLock: keepsLock) }, access: { await $0.inTask() })
      #expect(task.findings == (keepsLock ? [] : [.instances]) && task.obstacle == nil, "\(task)")
      let caller = try await check(
        tasks: 3, fresh: { SingleFlight(keepsLock: keepsLock) }, access: { await $0.inFirstCaller() })
      #expect(caller.findings == (keepsLock ? [] : [.hang]) && caller.obstacle == nil, "\(caller)")
    }
  }

  @Test func `Three tasks, one of which comes between the others, are refuted`() async throws {
    let result = try await check(tasks: 3, fresh: { Divided(.lock) }, access: { $0.current() })
    #expect(result.findings == [.instances] && result.schedules > 3, "\(result)")
  }
}
