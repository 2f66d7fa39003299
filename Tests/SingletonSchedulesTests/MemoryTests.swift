import InstrumentedTasks
import Testing

@testable import SingletonSchedules

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct MemoryTests {
  @Test func `A variable beside an actor is refuted, with both lines`() async throws {
    let result = try await check(tasks: 2, fresh: { CountingBeside() }, access: { await $0.counted() })
    #expect(result.findings == [.race], "\(result)")
  }

  @Test func `The same variable within the actor is proved`() async throws {
    let result = try await check(tasks: 2, fresh: { CountingInside() }, access: { await $0.counted() })
    #expect(result.isProved, "\(result)")
  }

  @Test(arguments: Awaited.Wait.allCases)
  func `What an await orders is proved`(wait: Awaited.Wait) async throws {
    let result = try await check(tasks: 2, fresh: { Awaited(wait) }, access: { await $0.current() })
    #expect(result.isProved, "\(result)")
  }

  @Test func `One critical section is proved, and two are not`() async throws {
    let once = try await check(tasks: 2, fresh: { Locked() }, access: { await $0.once() })
    #expect(once.isProved, "\(once)")
    let twice = try await check(tasks: 2, fresh: { Locked() }, access: { await $0.twice() })
    #expect(twice.verdict == .undecided, "\(twice)")
  }
}
