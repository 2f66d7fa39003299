import Outcomes
import Testing

@testable import Strategies
@testable import StressEngine

@Suite struct `A row's stopwatch` {
  /// The samples of a row that only times, and what it counted.
  private func samples(_ strategy: String, threads: Int) throws -> (samples: [TimingSample], tally: Tally) {
    let entry = try #require(Catalog.standard.entries.first { $0.card.id == strategy })
    let job = RowJob.counting(threads: threads, mode: .timing, time: .milliseconds(8))
    let crew = Crew(job: job, race: entry.race(.firstAccess), board: try Board.make(threads: threads))
    let stopwatch = Stopwatch(crew)
    Threads.run(threads) { index in
      let worker = Worker(crew, index: index)
      worker.run()
      worker.run(stopwatch)
    }
    return (crew.board.samples, crew.board.tally)
  }

  @Test(arguments: [1, 2, 8])
  func `times batches of accesses and of the empty loop, of all threads each time`(threads: Int) throws {
    let (samples, _) = try samples("mutex", threads: threads)
    for kind in [TimingSample.Kind.access, .floor] {
      let own = samples.filter { $0.kind == kind }
      #expect(!own.isEmpty && own.count % threads == 0)
      #expect(own.allSatisfy { Int($0.operations) % RaceTiming.accessesPerTurn == 0 && $0.operations > 0 })
    }
    #expect(AccessTiming(samples) != nil)
  }

  @Test func `keeps no batch that is short against the clock`() throws {
    let (samples, _) = try samples("once-token", threads: 1)
    let batches = samples.filter { [.access, .floor].contains($0.kind) }
    #expect(batches.allSatisfy { $0.elapsedNanoseconds >= 10_000 })
  }

  /// The losers of `compare-exchange` may have built, too.
  @Test(arguments: ["mutex", "compare-exchange"], [1, 2, 8])
  func `finds one winner among the first accesses to each cell`(strategy: String, threads: Int) throws {
    let (samples, _) = try samples(strategy, threads: threads)
    let winners = samples.count { $0.kind == .firstWinner }
    let losers = samples.count { $0.kind == .firstLoser }
    #expect(winners > 0)
    #expect(losers == winners * (threads - 1))
  }

  @Test func `counts nothing of what it does`() throws {
    let (_, tally) = try samples("mutex", threads: 2)
    for counter in Counter.allCases { #expect(tally[counter] == 0, "\(counter)") }
  }

  @Test func `knows its clock`() {
    let clock = ClockFacts.measured()
    #expect(clock.cost > 0 && clock.resolution > 0)
    #expect(Double(clock.shortestInterval) >= 200 * clock.cost - 1)
    #expect(clock.shortestInterval >= 1_000 * clock.resolution)
  }
}
