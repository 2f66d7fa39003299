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
      sample(.access, 100, 600), sample(.firstWinner, 1, 9_999),
    ]
    let timing = try #require(AccessTiming(samples))
    #expect([timing.min, timing.p50, timing.p90, timing.p99, timing.floor] == [4, 6, 10, 10, 0.5])
    #expect(timing.batches == 3)
    #expect(timing.batchSize == 100)
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
    #expect(AccessTiming([]) == nil)
    #expect(AccessTiming([sample(.access, 1, 1)]) == nil)
    #expect(FirstAccessTiming([sample(.access, 1, 1)]) == nil)
  }
}
