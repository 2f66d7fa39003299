import Outcomes
import Strategies
import Testing

@testable import StressEngine

@Suite struct `A plan` {
  private static let selections = Catalog.standard.entries.prefix(10).enumerated().map { index, entry in
    Plan.Selection(entry: entry, catalogIndex: index, scenario: .firstAccess)
  }

  private func keys(seed: UInt64, replicates: Int = 1) -> [RowKey] {
    var settings = RunSettings(threads: [1, 2, 8], seed: seed)
    settings.replicates = replicates
    return Plan(Self.selections, settings: settings).rows.map(\.key)
  }

  @Test func `is a function of the seed`() {
    #expect(keys(seed: 7) == keys(seed: 7))
    let orders = Set((1...20).map { keys(seed: $0) })
    #expect(orders.count == 20)
  }

  @Test func `has each row once, whatever the seed`() {
    #expect(keys(seed: 1).count == 30)
    #expect(Set(keys(seed: 1)) == Set(keys(seed: 2)))
  }

  @Test func `ends one replicate before it begins the next, each in an order of its own`() {
    let keys = keys(seed: 3, replicates: 4)
    #expect(keys.map(\.replicate) == (1...4).flatMap { Array(repeating: $0, count: 30) })
    let orders = Set((0..<4).map { keys[($0 * 30)..<(($0 + 1) * 30)].map { "\($0.strategy) \($0.threads)" } })
    #expect(orders.count == 4)
  }
}

@Suite struct `A row's job` {
  @Test(arguments: [RowJob.Mode.row, .trial, .timing], Scenario.allCases)
  func `is the same after it has been a child's arguments`(mode: RowJob.Mode, scenario: Scenario) {
    let costs: [InitializerCost] = [
      .none, .yield, .busy(TimeSpan(nanoseconds: 501)), .sleep(TimeSpan(nanoseconds: 1_000_001)),
    ]
    for cost in costs {
      for engine in EngineKind.allCases {
        let job = RowJob.counting(
          threads: 255, scenario: scenario, trials: 1_000_000_000_000, cells: 1_048_576, mode: mode,
          time: TimeSpan(nanoseconds: 86_400_000_000_000), engine: engine, cost: cost)
        #expect(RowJob(arguments: job.arguments) == job)
      }
    }
  }

  @Test func `is nothing where an argument is missing or is none`() {
    let arguments = RowJob.counting().arguments
    for index in arguments.indices {
      var incomplete = arguments
      incomplete.remove(at: index)
      #expect(RowJob(arguments: incomplete) == nil)
      incomplete.append("threads")
      #expect(RowJob(arguments: incomplete) == nil)
    }
  }
}
