import Testing

@testable import SingletonSchedules

private struct Refusal: Error {}

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct FailureTests {
  @Test(arguments: [Failures.first, .any])
  func `A failed task that is kept refuses all later callers`(failures: Failures) async throws {
    let result = try await check(
      tasks: 2, failures: failures, fresh: { KeepingTask() }, access: { try await $0.current() })
    #expect(result.findings == [.refused], "\(result)")
  }

  @Test(arguments: [Failures.first, .any])
  func `A failed task that is forgotten lets a later caller build, with two tasks`(failures: Failures) async throws {
    let result = try await check(
      tasks: 2, failures: failures, fresh: { KeepingTask(forgetsFailures: true) }, access: { try await $0.current() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `With three tasks, one of them forgets the task of another, and two instances are handed out`()
    async throws
  {
    let result = try await check(
      tasks: 3, failures: .first, fresh: { KeepingTask(forgetsFailures: true) }, access: { try await $0.current() })
    #expect(result.findings == [.instances], "\(result)")
  }

  @Test func `Forgetting only the task that has failed is proved`() async throws {
    let result = try await check(
      tasks: 3, failures: .first, fresh: { KeepingTask(forgetsFailures: true, looksAgain: true) },
      access: { try await $0.current() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `An error without a failed building is a finding`() async throws {
    let result = try await check(tasks: 2, fresh: { Plain() }) { plain in
      let thing = await plain.current()
      if !Task.isCancelled { throw Refusal() }
      return thing
    }
    #expect(result.findings == [.refused], "\(result)")
  }

  @Test func `A canceled first caller whose error is passed on refuses the others`() async throws {
    let result = try await check(
      tasks: 2, cancelsFirst: true, fresh: { FirstCallerBuilds(passesErrorsOn: true) },
      access: { try await $0.current() })
    #expect(result.findings == [.refused], "\(result)")
    #expect(result.counterexample?.contains("is canceled") == true)
  }

  @Test func `A canceled first caller that tells none leaves the others waiting forever`() async throws {
    let result = try await check(
      tasks: 2, cancelsFirst: true, fresh: { FirstCallerBuilds(passesErrorsOn: false) },
      access: { try await $0.current() })
    #expect(result.findings == [.hang], "\(result)")
  }

  @Test func `Without cancellation, the same actor is proved`() async throws {
    let result = try await check(
      tasks: 2, fresh: { FirstCallerBuilds(passesErrorsOn: true) }, access: { try await $0.current() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `A building in a task of its own survives the cancellation of the first caller`() async throws {
    let result = try await check(
      tasks: 2, cancelsFirst: true, fresh: { KeepingTask() }, access: { try await $0.current() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `A cancellation that stops the process is a finding`() async throws {
    let result = try await check(
      tasks: 2, cancelsFirst: true, fresh: { TrappingWhenCanceled() }, access: { await $0.current() })
    #expect(result.findings == [.trap], "\(result)")
    #expect(result.schedules > result.counts[.trap, default: 0])
    #expect(result.counterexample?.contains(">> stops the process") == true, "\(result)")
  }
}
