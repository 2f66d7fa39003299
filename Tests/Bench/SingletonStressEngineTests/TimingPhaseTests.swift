import SingletonCore
import SingletonStrategies
import SingletonStrategyKit
import Testing

@testable import SingletonStressEngine

@Suite struct `Timing phases` {
  /// Returns the samples of a child, and what it counted.
  private func samples(
    _ strategy: String, threads: Int, mode: ChildConfiguration.Mode
  ) throws -> (samples: [TimingSample], tally: Tally) {
    var configuration = ChildConfiguration.counting(threads: threads, mode: mode)
    configuration.settings.time = .milliseconds(8)
    let raced = try #require(Catalog.standard.entry(strategy)?.raced(as: .harness))
    let row = try Row(configuration, raced.workload(.firstAccess))
    row.run()
    return (row.context.shared.samples, row.context.shared.tally)
  }

  @Test(arguments: [(1, .access, .floor), (2, .allCoresAccess, .allCoresFloor)] as [Kinds])
  func `batches of accesses and of the empty loop are timed on all threads`(kinds: Kinds) throws {
    let (samples, _) = try samples("mutex", threads: kinds.threads, mode: .laterAccess)
    for kind in [kinds.access, kinds.floor] {
      let own = samples.filter { $0.kind == kind }
      #expect(!own.isEmpty && own.count % kinds.threads == 0)
      #expect(own.allSatisfy { Int($0.operations) % TimingLoops.accessesPerTurn == 0 && $0.operations > 0 })
    }
    #expect(AccessTiming(samples, kinds.access, over: kinds.floor, threads: kinds.threads) != nil)
    #expect(samples.count { $0.kind == kinds.access } == samples.count { $0.kind == kinds.floor })
  }

  typealias Kinds = (threads: Int, access: TimingSample.Kind, floor: TimingSample.Kind)

  @Test func `no batch is short compared with the clock`() throws {
    let (samples, _) = try samples("once-token", threads: 1, mode: .laterAccess)
    let batches = samples.filter { [.access, .floor].contains($0.kind) }
    #expect(!batches.isEmpty && batches.allSatisfy { $0.elapsedNanoseconds >= 10_000 })
  }

  /// The losers of `compare-exchange` may have created an instance, too.
  @Test(arguments: ["mutex", "compare-exchange"], [1, 2, 8])
  func `one of the first accesses to each cell is the winner`(strategy: String, threads: Int) throws {
    let (samples, _) = try samples(strategy, threads: threads, mode: .row)
    let winners = samples.count { $0.kind == .firstWinner }
    let losers = samples.count { $0.kind == .firstLoser }
    #expect(winners > 0)
    #expect(losers == winners * (threads - 1))
  }

  @Test func `nothing that the timing does is counted`() throws {
    let (_, tally) = try samples("mutex", threads: 2, mode: .laterAccess)
    for counter in Counter.allCases { #expect(tally[counter] == 0, "\(counter)") }
  }

  @Test(arguments: [(40, 1, 8_000), (10, 41, 41_000)] as [(Double, UInt64, UInt64)])
  func `the shortest interval worth timing is long compared with the clock's cost and resolution`(
    cost: Double, resolution: UInt64, shortest: UInt64
  ) {
    #expect(ClockCalibration(cost: cost, resolution: resolution).minimumInterval == shortest)
  }
}
