import Core
import StrategyChecker
import StrategyKit
import Testing

/// Strategies that go on after a semaphore's limit.
@Suite struct `A strategy that goes on after the limit` {
  private static let catalog = Catalog(
    [
    CatalogEntry(PermitKept<NativeBackend, GiveUp>.self),
    CatalogEntry(PermitKept<NativeBackend, LookAgain>.self),
    CatalogEntry(PermitKept<NativeBackend, BuildAnother>.self),
    CatalogEntry(AskedTwice<NativeBackend>.self),
  ], sources: .none)

  private func check(_ strategy: String, threads: Int = 2) throws -> StrategyCheck {
    let entry = try #require(Self.catalog.entries.first { $0.info.id == strategy })
    return StrategyCheck(entry, .firstAccess, threads: threads)
  }

  private func result(_ strategy: String, threads: Int = 2) throws -> StrategyCheck.Result {
    let result = try #require(try check(strategy, threads: threads).run())
    #expect(result.isComplete)
    return result
  }

  /// With two threads: which of them gets the permit. With three: that, times the ways in which the two others reach
  /// their limits: either first, or both together.
  @Test(arguments: [(2, 2), (3, 9)] as [(Int, UInt64)])
  func `is proved where it finds what was published long before`(threads: Int, executions: UInt64) throws {
    let result = try result("looks-again", threads: threads)
    #expect(result.found.isEmpty)
    #expect(result.executions == executions)
  }

  @Test func `is refuted where it answers nil`() throws {
    let result = try result("gives-up")
    #expect(result.found == [.nilResults])
    #expect(result.executions == 2)
  }

  @Test func `is refuted where it builds another instance`() throws {
    let result = try result("builds-another")
    #expect(result.found.contains(.instances) && !result.found.contains(.trap))
    #expect(result.executions == 2)
  }

  /// Two get the permit, times six: both reach their limits together, and of their two loads and two stores there are
  /// four executions, two of which show two instances; or either goes first, and the other finds what it built.
  @Test func `is refuted where two that reach it together both find nothing`() throws {
    let result = try result("asked-twice")
    #expect(result.found.contains(.instances))
    #expect(result.executions == 12)
  }

  @Test(arguments: ["gives-up", "builds-another", "asked-twice"])
  func `has a story that says so, and a code that tells it again`(strategy: String) throws {
    let check = try check(strategy)
    let result = try result(strategy)
    let finding = try #require(check.mainFinding(in: result))
    let example = try #require(check.counterexample(finding, in: result))
    #expect(example.steps.contains { $0.operation == "waits at semaphore until its limit" })
    let again = try #require(try ReplayCode(example.code, catalog: Self.catalog).counterexample(in: Self.catalog))
    #expect(again.steps.map(\.operation) == example.steps.map(\.operation))
    #expect(again.sentence == example.sentence && again.code == example.code)
  }
}
