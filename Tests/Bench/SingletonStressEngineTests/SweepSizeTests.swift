import SingletonCore
import SingletonStrategies
import SingletonStrategyKit
import SingletonTrialRuntime
import Testing

@testable import SingletonStressEngine

@Suite struct `Sweep sizes` {
  /// The number of serials per thread: the serials of a thread begin at this number times its index.
  private static let serialsOfThread = 1 << 20

  private static let workloads: [(name: String, workload: Workload)] = Catalog.standard.entries.flatMap { entry in
    let raced = entry.raced(as: entry.ownForm)!
    return raced.declarations.map { ("\(entry.info.id), \($0.scenario.id)", raced.workload($0.scenario)) }
  }

  @Test(arguments: [1, 2, 8, 64, 255, 1_024])
  func `no sweep is so large that two instances could have the same serial`(threads: Int) {
    for (name, workload) in Self.workloads {
      let capacity = SweepSize.capacity(workload, threads: threads, asked: nil)
      #expect(capacity * workload.plan.instancesPerCaller < Self.serialsOfThread, "\(name)")
    }
  }

  @Test func `no sweep that a user can ask for is so large that two instances could have the same serial`() {
    let mostThatCanBeAsked = 65_536
    let most = Self.workloads.map { _, workload in
      SweepSize.capacity(workload, threads: 2, asked: mostThatCanBeAsked) * workload.plan.instancesPerCaller
    }.max()!
    #expect(most < Self.serialsOfThread)
  }

  @Test func `a sweep has the size that was asked for`() {
    #expect(SweepSize.capacity(Self.workloads[0].workload, threads: 2, asked: 5) == 5)
  }

  @Test func `sweeps grow fourfold while they are short, up to the capacity`() {
    #expect(SweepSize.next(8, took: 0, capacity: 100) == 32)
    #expect(SweepSize.next(32, took: 1_000, capacity: 100) == 100)
    #expect(SweepSize.next(100, took: 1_000, capacity: 100) == 100)
  }

  @Test func `sweeps shrink to what fits into 10 ms, and never to nothing`() {
    #expect(SweepSize.next(1_000, took: 100_000_000, capacity: 10_000) == 100)
    #expect(SweepSize.next(1_000, took: 10_000_000, capacity: 10_000) == 1_000)
    #expect(SweepSize.next(8, took: 60_000_000_000, capacity: 10_000) == 1)
    #expect(SweepSize.next(1, took: .max, capacity: 1) == 1)
  }

  @Test func `the threads' shares of a sweep have no gap and no overlap`() throws {
    for threads in [1, 2, 7, 64] {
      let state = SweepState(try Row(ScriptedStrategy.self, threads: threads, trials: 5).context)
      let cells = (0..<threads).flatMap { Array(state.share(of: $0)) }
      #expect(cells == Array(0..<state.active))
    }
  }
}
