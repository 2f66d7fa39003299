import SingletonCore
import SingletonStrategyChecker
import SingletonStrategyKit
import Testing

/// Strategies that go on after their semaphore has timed out.
@Suite struct `Semaphore timeouts` {
  private static let catalog = Catalog(
    [
      CatalogEntry(PermitKept<NativeBackend, GiveUp>.self),
      CatalogEntry(PermitKept<NativeBackend, LookAgain>.self),
      CatalogEntry(PermitKept<NativeBackend, BuildAnother>.self),
      CatalogEntry(AskedTwice<NativeBackend>.self),
      CatalogEntry(ExchangedAfterWait<NativeBackend>.self),
    ], sources: .none)

  private func check(
    _ strategy: String, threads: Int = 2, timeouts: Timeouts = .whenStuck
  ) throws -> StrategyCheck {
    let entry = try #require(Self.catalog.entries.first { $0.info.id == strategy })
    return StrategyCheck(entry, .firstAccess, threads: threads, timeouts: timeouts)
  }

  private func result(_ strategy: String, threads: Int = 2) throws -> ExplorationResult {
    let result = try #require(try check(strategy, threads: threads).run())
    #expect(result.isComplete)
    return result
  }

  /// One of the interchangeable threads gets the permit. With three, the other two time out one after the other, or
  /// both together.
  @Test(arguments: [(2, 1), (3, 2)] as [(Int, UInt64)])
  func `a strategy that loads the instance again after a timeout is proved`(threads: Int, executions: UInt64) throws {
    let result = try result("looks-again", threads: threads)
    #expect(result.found.isEmpty)
    #expect(result.executions == executions)
  }

  @Test func `a strategy that returns nil after a timeout is refuted`() throws {
    let result = try result("gives-up")
    #expect(result.found == [.nilResults])
    #expect(result.executions == 1)
  }

  @Test func `a strategy that builds another instance after a timeout is refuted`() throws {
    let result = try result("builds-another")
    #expect(result.found.contains(.instances) && !result.found.contains(.trap))
    #expect(result.executions == 1)
  }

  /// One of the threads gets the permit, and six executions follow. If both time out together, their two loads and stores
  /// have four executions, two of which show two instances. If either times out first, the other finds its instance.
  @Test func `a strategy whose threads time out together and all find nothing is refuted`() throws {
    let result = try result("asked-twice")
    #expect(result.found.contains(.instances))
    #expect(result.executions == 6)
  }

  @Test(arguments: ["gives-up", "builds-another", "asked-twice"])
  func `a counterexample names the timeout, and its replay code reproduces it`(strategy: String) throws {
    let check = try check(strategy)
    let example = try #require(try check.row().counterexample)
    #expect(example.steps.contains { $0.operation == "waits at semaphore until the time limit" })
    let code = try ReplayCode(example.code, catalog: Self.catalog)
    let again = try #require(try code.check(in: Self.catalog)?.counterexample(code.finding, code.schedule))
    #expect(again.steps.map(\.operation) == example.steps.map(\.operation))
    #expect(again.sentence == example.sentence && again.code == example.code)
  }

  /// The second thread may time out before the first has stored the instance.
  @Test func `a strategy that relies on waits that outlast the builder is refuted if they may end at any time`() throws
  {
    let patient = try check("looks-again").row()
    #expect(patient.verdict == .proved && patient.condition != nil)
    let impatient = try check("looks-again", timeouts: .anyTime).row()
    #expect(impatient.found == [.nilResults] && impatient.condition == "if waits may time out at any time")
    let example = try #require(impatient.counterexample)
    #expect(example.steps.contains { $0.operation == "waits at semaphore until the time limit" })
    let code = try ReplayCode(example.code, catalog: Self.catalog)
    #expect(code.timeouts == .anyTime)
    let again = try #require(try code.check(in: Self.catalog)?.counterexample(code.finding, code.schedule))
    #expect(again.steps.map(\.operation) == example.steps.map(\.operation))
  }

  @Test func `a proof with waits that may end at any time has no condition`() throws {
    let row = try check("tries-again", timeouts: .anyTime).row()
    #expect(row.verdict == .proved && row.condition == nil && row.completeExecutions ?? 0 > 1)
    #expect(try check("tries-again").row().condition != nil)
  }
}
