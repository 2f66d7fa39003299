import SingletonCore
import SingletonStrategies
import SingletonStrategyKit
import Testing

@testable import SingletonStressEngine

@Suite struct `Plans` {
  private static let selections = Catalog.standard.entries.prefix(10).map {
    (entry: $0, form: RowForm.harness, scenario: Scenario.firstAccess)
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
}
