import SingletonCore
import Testing

@testable import SingletonStressEngine

@Suite struct `Quantiles` {
  @Test func `a quantile is the smallest value that its share of the values does not exceed`() {
    let values = (1...10).map(Double.init)
    let shares = [0, 0.1, 0.11, 0.5, 0.9, 0.91, 0.99, 1]
    #expect(shares.map { quantile($0, ofSorted: values) } == [1, 1, 2, 5, 9, 10, 10, 10])
    #expect(quantile(0.5, ofSorted: [7]) == 7)
    #expect(quantile(0.99, ofSorted: [1, 2]) == 2)
  }
}

@Suite struct `Timing` {
  private func sample(_ kind: TimingSample.Kind, _ operations: UInt32, _ elapsed: UInt64) -> TimingSample {
    TimingSample(kind: kind, operations: operations, elapsedNanoseconds: elapsed)
  }

  @Test func `batches of accesses are timed per access, and the floor by its own batches`() throws {
    let samples = [
      sample(.access, 100, 1_000), sample(.floor, 100, 50), sample(.access, 200, 800), sample(.floor, 100, 70),
      sample(.access, 100, 600), sample(.floor, 100, 50),
      sample(.firstWinner, 1, 9_999),
    ]
    let timing = try #require(AccessTiming(samples, .access, over: .floor, threads: 1))
    #expect([timing.min, timing.p50, timing.p90, timing.p99, timing.floor] == [4, 6, 10, 10, 0.5])
    #expect(timing.batches == 3)
    #expect(timing.batchSize == 100)
  }

  @Test func `only rounds whose floors before and after are the least count`() throws {
    // Thirty rounds, of which every third is loud: so is the one after it, which may have begun in the noise.
    let rounds = (0..<30).flatMap { round -> [TimingSample] in
      let isLoud = round % 3 == 0
      return [sample(.access, 100, isLoud ? 900 : 400 + UInt64(round % 3)), sample(.floor, 100, isLoud ? 90 : 40)]
    }
    let quiet = try #require(AccessTiming(rounds, .access, over: .floor, threads: 1))
    #expect([quiet.min, quiet.p50, quiet.p99, quiet.floor] == [4.02, 4.02, 4.02, 0.4] && quiet.batches == 10)
  }

  @Test func `a round is as loud as the floor of its loudest thread`() throws {
    let rounds = (0..<20).flatMap { round in
      [
        sample(.access, 100, 400), sample(.access, 100, 400), sample(.floor, 100, 40),
        sample(.floor, 100, round < 5 ? 90 : 40), sample(.line, 64, 6_400),
      ]
    }
    let timing = try #require(AccessTiming(rounds, .access, over: .floor, threads: 2))
    #expect(timing.batches == 2 * 14 && timing.line == 100)
  }

  /// Returns the timing of a hundred rounds, some of which take longer for 100 accesses than 400 ns.
  private func timing(slow: Int, nanoseconds: UInt64) throws -> AccessTiming {
    let rounds = (0..<100).flatMap { round in
      [sample(.access, 100, round < slow ? nanoseconds : 400), sample(.floor, 100, 40)]
    }
    return try #require(AccessTiming(rounds, .access, over: .floor, threads: 1))
  }

  @Test func `batches on two levels, one more than four times the other, are two states with their shares`() throws {
    let states = try #require(try timing(slow: 20, nanoseconds: 40_000).states)
    #expect([states.fast, states.slow, states.slowShare] == [4, 400, 0.2])
    #expect(try timing(slow: 60, nanoseconds: 1_601).states?.slowShare == 0.6)
    #expect(try timing(slow: 20, nanoseconds: 1_600).states == nil)
    #expect(try timing(slow: 1, nanoseconds: 40_000).states == nil)
  }

  @Test func `a part of a round does not count`() throws {
    let samples = [sample(.access, 1, 4), sample(.access, 1, 5), sample(.floor, 1, 1), sample(.floor, 1, 1)]
    let timing = try #require(AccessTiming(samples + [sample(.access, 1, 99)], .access, over: .floor, threads: 2))
    #expect(timing.batches == 2 && timing.line == nil)
    #expect(AccessTiming(Array(samples.prefix(3)), .access, over: .floor, threads: 2) == nil)
  }

  @Test func `first accesses of winners and losers have medians of their own`() throws {
    let samples = [sample(.firstWinner, 1, 400), sample(.firstLoser, 1, 100), sample(.firstLoser, 1, 300)]
    let timing = try #require(FirstAccessTiming(samples))
    #expect([timing.p50, timing.p90, timing.p99, timing.max] == [300, 400, 400, 400])
    #expect(timing.count == 3)
    #expect(timing.winnerP50 == 400)
    #expect(timing.loserP50 == 100)
    #expect(FirstAccessTiming([sample(.firstLoser, 1, 5)])?.winnerP50 == nil)
  }

  @Test func `without samples there is no timing`() {
    #expect(AccessTiming([], .access, over: .floor, threads: 1) == nil)
    #expect(AccessTiming([sample(.access, 1, 1)], .access, over: .floor, threads: 1) == nil)
    #expect(FirstAccessTiming([sample(.access, 1, 1)]) == nil)
  }
}
