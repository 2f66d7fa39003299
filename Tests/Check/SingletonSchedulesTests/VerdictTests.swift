import Testing

@testable import SingletonSchedules

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct VerdictTests {
  @Test(arguments: [2, 3])
  func `An actor that looks and stores without an await between is proved`(tasks: Int) async throws {
    let result = try await check(tasks: tasks, fresh: { Plain() }, access: { await $0.current() })
    #expect(result.isProved, "\(result)")
    // The tasks are interchangeable, and each is one job on the actor.
    #expect(result.schedules == 1)
  }

  @Test(arguments: Awaiting.Wait.allCases.filter { ![.tolerantSleep, .immediate].contains($0) })
  func `An actor that awaits between the look and the store hands out two instances`(wait: Awaiting.Wait) async throws {
    let result = try await check(tasks: 2, fresh: { Awaiting(wait) }, access: { await $0.current() })
    #expect(result.verdict == .refuted, "\(result)")
    #expect(result.findings == [.instances])
    // In some schedules, the first task has stored before the second looks.
    #expect(result.counts[.instances, default: 0] < result.schedules)
    #expect(result.obstacle == nil)
  }

  @Test func `A task that has ended when it is awaited lets no other job in between`() async throws {
    let result = try await check(tasks: 2, fresh: { Awaiting(.immediate) }, access: { await $0.current() })
    #expect(result.isProved, "\(result)")
  }

  @Test
  func `A group of one child has more schedules than jobs that the runtime enqueues, because switches are choices`()
    async throws
  {
    let result = try await check(tasks: 2, fresh: { Awaiting(.group) }, access: { await $0.current() })
    // Five jobs of each task, and the first of them first: half of 10 over 5. Of the jobs that the runtime enqueues by
    // itself, there are 20 orders.
    #expect(result.schedules == 126)
  }

  @Test(arguments: [Awaiting.Wait.group, .sleep])
  func `Three tasks of many jobs are searched to the end`(wait: Awaiting.Wait) async throws {
    let result = try await check(tasks: 3, fresh: { Awaiting(wait) }, access: { await $0.current() })
    #expect(result.findings == [.instances] && result.obstacle == nil && result.schedules > 100_000, "\(result)")
  }

  @Test func `A switch to an actor that is free is a choice`() async throws {
    let result = try await check(tasks: 2, fresh: { Store() }, access: { await lookThenSet($0) })
    #expect(result.verdict == .refuted, "\(result)")
    #expect(result.findings == [.instances])
  }

  @Test(arguments: [2, 3])
  func `An actor that keeps the task which builds is proved`(tasks: Int) async throws {
    let result = try await check(tasks: tasks, fresh: { KeepingTask() }, access: { try await $0.current() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `The main actor is followed`() async throws {
    let sound = try await check(tasks: 2, fresh: { OnMain(awaits: false) }, access: { await $0.current() })
    #expect(sound.isProved, "\(sound)")
    let broken = try await check(tasks: 2, fresh: { OnMain(awaits: true) }, access: { await $0.current() })
    #expect(broken.findings == [.instances], "\(broken)")
  }

  @Test func `A continuation that is never resumed waits forever`() async throws {
    let result = try await check(tasks: 2, fresh: { Forgetful() }, access: { await $0.current() })
    #expect(result.findings == [.hang], "\(result)")
    #expect(result.counterexample?.contains("waits forever") == true)
    #expect(result.counterexample?.contains(">> on Forgetful, waits at line \(forgottenLine)") == true, "\(result)")
  }

  @Test func `Several tasks wait forever`() async throws {
    let result = try await check(
      tasks: 2, fresh: { Store() }, access: { _ -> Thing in await withUnsafeContinuation { _ in } })
    #expect(result.counterexample?.contains("task 1 and task 2 wait forever") == true, "\(result)")
  }

  @Test func `A proof says that it is about this build, and a refutation does not`() async throws {
    let proved = try await check(tasks: 2, fresh: { Plain() }, access: { await $0.current() })
    #expect(proved.isProved && proved.description.contains("as this build has compiled it"), "\(proved)")
    let refuted = try await check(tasks: 2, fresh: { Nothing() }, access: { await $0.current() })
    #expect(!refuted.description.contains("as this build"), "\(refuted)")
  }

  @Test func `Nil is a finding`() async throws {
    let result = try await check(tasks: 2, fresh: { Nothing() }, access: { await $0.current() })
    #expect(result.findings == [.nilResults], "\(result)")
  }

  @Test func `A process that ends before a caller runs is no finding`() async throws {
    let result = try await check(
      tasks: 2, fresh: { () -> Plain in preconditionFailure("no owner") }, access: { await $0.current() })
    #expect(result.verdict == .undecided && result.findings.isEmpty, "\(result)")
    #expect(result.obstacle?.contains("before a caller ran") == true, "\(result)")
  }

  @Test func `A trap in some schedules is a finding, and the search goes on after it`() async throws {
    let result = try await check(tasks: 2, fresh: { Trapping() }, access: { await $0.current() })
    #expect(result.findings == [.trap], "\(result)")
    #expect(result.counterexample?.contains("Precondition failed") == true, "\(result)")
    #expect(result.counterexample?.contains(">> on Trapping, stops the process") == true, "\(result)")
    #expect(result.schedules > result.counts[.trap, default: 0])
  }

  @Test func `A task that the owner starts itself may come too late`() async throws {
    let result = try await check(tasks: 2, fresh: { BuildingInBackground() }, access: { await $0.current() })
    #expect(result.findings == [.nilResults], "\(result)")
    #expect(result.counts[.nilResults, default: 0] < result.schedules)
  }

  @Test func `A time limit may be reached, however short the work is`() async throws {
    let result = try await check(
      tasks: 2, schedules: 2_000, fresh: { WithTimeLimit() }, access: { await $0.current() })
    #expect(result.findings.contains(.nilResults), "\(result)")
  }

  @Test func `Buildings are counted, and may be asked for to be one`() async throws {
    let access: @Sendable (Plain) async throws -> Thing? = { plain in
      Building.begins()
      return await plain.current()
    }
    let counted = try await check(tasks: 2, fresh: { Plain() }, access: access)
    #expect(counted.isProved && counted.mostBuildings == 2, "\(counted)")
    let result = try await check(tasks: 2, buildsOnce: true, fresh: { Plain() }, access: access)
    #expect(result.findings == [.inits], "\(result)")
  }
}
