import Testing

@testable import SingletonSchedules

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct LimitTests {
  @Test func `Work that is given to Dispatch is named, and decides nothing`() async throws {
    let result = try await check(tasks: 2, fresh: { OnQueue() }, access: { await $0.current() })
    #expect(result.verdict == .undecided)
    #expect(result.obstacle?.contains("dispatch_async") == true, "\(result)")
  }

  @Test func `A timer of Dispatch is named, and decides nothing`() async throws {
    let result = try await check(tasks: 2, fresh: { Awaiting(.tolerantSleep) }, access: { await $0.current() })
    #expect(result.verdict == .undecided)
    #expect(result.obstacle?.contains("dispatch_source_create") == true, "\(result)")
  }

  @Test func `A job that blocks its thread decides nothing`() async throws {
    let plan = Plan(tasks: 2, patience: .milliseconds(100))
    let result = try await check(plan, fresh: { OnSemaphore() }, access: { await $0.current() })
    #expect(result.verdict == .undecided)
    #expect(result.obstacle?.contains("blocks its thread") == true, "\(result)")
  }

  @Test func `A program that depends on the position in a file decides nothing`() async throws {
    #expect(Drifting.begin() >= 0)
    let result = try await check(tasks: 2, fresh: { Drifting() }, access: { await $0.current() })
    #expect(result.verdict == .undecided, "\(result)")
    #expect(result.obstacle?.contains("system call (lseek) in Drifting.current()") == true, "\(result)")
  }

  @Test func `A program that depends on random numbers decides nothing`() async throws {
    let result = try await check(tasks: 2, fresh: { Chancy() }, access: { await $0.current() })
    #expect(result.verdict == .undecided, "\(result)")
    let reasons = ["does not repeat itself", Rehearsal.difference]
    #expect(reasons.contains { result.obstacle?.contains($0) == true }, "\(result)")
  }

  @Test func `Globals begin anew in each schedule`() async throws {
    let result = try await check(tasks: 2, fresh: { Counting() }, access: { await $0.current() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `An instance from outside of the owner decides nothing`() async throws {
    _ = await Once.shared.current()
    let result = try await check(tasks: 2, fresh: { Plain() }, access: { _ in await Once.shared.current() })
    #expect(result.verdict == .undecided)
    #expect(result.obstacle?.contains("outside of the owner") == true, "\(result)")
  }

  @Test func `Memory of the owner that no actor guards is named, and decides nothing`() async throws {
    let result = try await check(tasks: 2, fresh: { WithMutex() }, access: { await $0.current() })
    #expect(result.verdict == .undecided)
    #expect(result.obstacle?.contains("no actor guards (lock)") == true, "\(result)")
  }

  @Test func `What jobs on no actor change is named, and decides nothing`() async throws {
    let unchecked = try await check(tasks: 2, fresh: { Unchecked() }, access: { await $0.current() })
    #expect(unchecked.verdict == .undecided)
    #expect(unchecked.obstacle?.contains("no actor guards (box.made, isLooking)") == true, "\(unchecked)")
  }

  @Test func `A call without an await decides nothing`() async throws {
    let result = try await check(tasks: 2, fresh: { Thing() }, access: { $0 })
    #expect(result.verdict == .undecided)
    #expect(result.obstacle?.contains("with threads") == true, "\(result)")
  }

  @Test func `A loop that never ends decides nothing`() async throws {
    let result = try await check(tasks: 2, fresh: { Plain() }) { plain in
      while true { await Task.yield() }
      return await plain.current()
    }
    #expect(result.verdict == .undecided)
    #expect(result.obstacle?.contains("2,000 jobs") == true, "\(result)")
  }

  @Test func `The number of schedules and the time are limits that the result names`() async throws {
    let few = try await check(tasks: 3, schedules: 5, fresh: { KeepingTask() }, access: { try await $0.current() })
    #expect(few.verdict == .undecided && few.schedules == 5)
    #expect(few.obstacle?.contains("schedules: 5") == true, "\(few)")
    let short = try await check(tasks: 2, time: .zero, fresh: { KeepingTask() }, access: { try await $0.current() })
    #expect(short.verdict == .undecided)
    #expect(short.obstacle?.contains("time: 0") == true, "\(short)")
  }

  @Test(arguments: [1, 9])
  func `Other numbers of tasks are an error`(tasks: Int) async {
    await #expect(throws: CheckError.self) {
      try await check(tasks: tasks, fresh: { Plain() }, access: { await $0.current() })
    }
  }
}
