import InstrumentedTasks
import Testing

@testable import SingletonSchedules

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct QueueTests {
  private func result(_ use: Queued.Use, tasks: Int = 2) async throws -> ScheduleResult {
    try await check(tasks: tasks, fresh: { Queued(use) }, access: { await $0.current() })
  }

  @Test(arguments: [Queued.Use.once, .item, .barrier, .void, .behindActor, .readAndBarrier, .nested, .demanding])
  func `What a queue runs at once is proved if it excludes others`(use: Queued.Use) async throws {
    let found = try await result(use)
    #expect(found.isProved, "\(found)")
  }

  @Test(arguments: [Queued.Use.together, .unguarded, .besideBarrier])
  func `What a queue does not exclude is a data race`(use: Queued.Use) async throws {
    let found = try await result(use)
    #expect(found.findings.contains(.race), "\(found)")
  }

  @Test func `Other tasks come between two blocks of a queue`() async throws {
    let found = try await result(.lookApart)
    #expect(found.findings == [.instances], "\(found)")
  }

  @Test func `The drawing has the line before which a job pauses that asks a queue`() async throws {
    let drawing = try #require(try await result(.lookApart).counterexample)
    #expect(drawing.contains("pauses before line \(Queued.storeLine)"), "\(drawing)")
  }

  @Test func `Blocks of two queues that wait for each other are a deadlock`() async throws {
    let found = try await check(
      tasks: 2, fresh: { Queued(.once) }, roles: { await $0.nested(outerFirst: true) },
      { await $0.nested(outerFirst: false) }, expecting: { $1[0] === $1[1] })
    #expect(found.findings == [.hang], "\(found)")
    #expect(found.counterexample?.contains("a deadlock") == true, "\(found)")
  }

  @Test func `A block that waits for its own queue ends the process`() async throws {
    let found = try await check(tasks: 2, fresh: { Queued(.once) }, access: { await $0.waitForItself() })
    #expect(found.findings == [.trap], "\(found)")
  }

  /// A barrier that waits keeps others from running, so that more tasks may wait for one another than are seen.
  @Test func `A block of a concurrent queue within another block decides nothing`() async throws {
    let found = try await result(.readWithin)
    #expect(found.verdict == .undecided, "\(found)")
  }

  @Test(arguments: [Queued.Use.targeted, .waiting, .barrierItem])
  func `What is not followed decides nothing`(use: Queued.Use) async throws {
    let found = try await result(use)
    #expect(found.verdict == .undecided, "\(found)")
    #expect(found.obstacle?.contains("nothing that is followed") == true, "\(found)")
  }
}
