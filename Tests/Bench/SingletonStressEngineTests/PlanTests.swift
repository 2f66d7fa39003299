import SingletonCore
import SingletonStrategies
import SingletonStrategyKit
import Testing

@testable import SingletonStressEngine

@Suite struct `Plans` {
  private static let selections = Catalog.standard.entries.prefix(10).map {
    (entry: $0, form: $0.ownForm, scenario: Scenario.firstAccess)
  }

  private func keys(seed: UInt64, replicates: Int = 1) -> [RowKey] {
    Plan(Self.selections, threads: [1, 2, 8], replicates: replicates, seed: seed).rows.map(\.key)
  }

  @Test func `a plan is a function of the seed`() {
    #expect(keys(seed: 7) == keys(seed: 7))
    let orders = Set((1...20).map { keys(seed: $0) })
    #expect(orders.count == 20)
  }

  @Test func `a plan has each row once, whatever the seed`() {
    #expect(keys(seed: 1).count == 30)
    #expect(Set(keys(seed: 1)) == Set(keys(seed: 2)))
  }

  @Test func `a plan finishes one replicate before the next, each in its own order`() {
    let keys = keys(seed: 3, replicates: 4)
    #expect(keys.map(\.replicate) == (1...4).flatMap { Array(repeating: $0, count: 30) })
    let orders = Set((0..<4).map { keys[($0 * 30)..<(($0 + 1) * 30)].map { "\($0.strategy) \($0.threads)" } })
    #expect(orders.count == 4)
  }

  private func plan(_ costs: [InitializerCost]) -> Plan {
    let mutex = Catalog.standard.entry("mutex")!
    let selections = [Scenario.firstAccess, .copy].map { (entry: mutex, form: RowForm.harness, scenario: $0) }
    return Plan(selections, threads: [2, 64], initializerCosts: costs, seed: 1)
  }

  private static let costs = [InitializerCost.yield, .none, .sleep(.milliseconds(1))]

  @Test func `a plan has each row with each cost of the initializer`() {
    let rows = plan(Self.costs).rows
    #expect(rows.count == 12)
    #expect(Set(rows.map { $0.key.group.withoutCost }).count == 4)
    #expect(rows.allSatisfy { $0.key.initializerCost == $0.initializerCost.description })
  }

  @Test func `later accesses are timed in the first scenario, with the cost that is listed first`() {
    let timed = plan(Self.costs).rows.filter(\.isTimed).map(\.key)
    #expect(timed.map(\.threads).sorted() == [2, 64])
    #expect(timed.allSatisfy { $0.scenario == "first-access" && $0.initializerCost == "yield" })
    #expect(plan(Self.costs).rows.filter(\.isInFirstScenario).count == 6)
  }

  @Test func `a row that is not timed is estimated to take less time`() {
    let seconds = [1, 3].map { RunEstimate(plan(Array(Self.costs.prefix($0))), cores: 2).seconds(time: .seconds(1)) }
    #expect(seconds[1] > 2 * seconds[0] && seconds[1] < 2.9 * seconds[0])
  }
}
