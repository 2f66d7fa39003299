import InstrumentedTasks
import Testing

@testable import SingletonSchedules

@Suite(.enabled(if: ScheduleCheck.obstacle == nil))
struct RelaxedTests {
  private func result(_ use: Flagged.Use) async throws -> ScheduleResult {
    try await check(
      tasks: 2, fresh: { Flagged(use) }, roles: { $0.publish() }, { $0.read() }, expecting: { $1 == [true, true] })
  }

  @Test(arguments: [Flagged.Use.ordered, .releaseSequence])
  func `What a flag orders that releases and is acquired is proved`(use: Flagged.Use) async throws {
    let found = try await result(use)
    #expect(found.isProved, "\(found)")
  }

  @Test(arguments: [Flagged.Use.relaxedStore, .relaxedLoad])
  func `What a relaxed flag publishes is a data race`(use: Flagged.Use) async throws {
    let found = try await result(use)
    #expect(found.findings == [.race], "\(found)")
  }

  @Test func `A relaxed read-modify-write has the newest value, and a relaxed load decides nothing`() async throws {
    let counted = try await result(.count)
    #expect(counted.isProved, "\(counted)")
    let loaded = try await result(.relaxedCount)
    #expect(loaded.verdict == .undecided, "\(loaded)")
    #expect(loaded.obstacle?.contains("a relaxed access may read an older value (Relaxed.swift:") == true, "\(loaded)")
  }

  @Test func `What a compare-exchange finds that fails is proved if it is acquired`() async throws {
    let acquired = try await check(tasks: 2, fresh: { Kept(isRelaxed: false) }, access: { $0.thing })
    #expect(acquired.isProved, "\(acquired)")
    let relaxed = try await check(tasks: 2, fresh: { Kept(isRelaxed: true) }, access: { $0.thing })
    #expect(relaxed.verdict == .undecided, "\(relaxed)")
    #expect(relaxed.obstacle?.contains("a relaxed access") == true, "\(relaxed)")
  }
}
