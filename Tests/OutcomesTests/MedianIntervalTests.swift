import Outcomes
import Testing

@Suite struct `A median's interval` {
  /// The largest k with `1 - 2 * binom.cdf(k - 1, n, 0.5) >= 0.95`, from SciPy 1.17.1; 0 = there is none.
  private static let ranks = [
    (1, 0), (2, 0), (5, 0), (6, 1), (7, 1), (8, 1), (9, 2), (10, 2), (11, 2), (12, 3), (15, 4), (17, 5), (20, 6),
    (25, 8), (30, 10), (50, 18), (64, 24), (100, 40), (1_000, 469),
  ]

  @Test(arguments: ranks) func `has the ends that an independent implementation gives`(count: Int, rank: Int) throws {
    #expect(MedianInterval.rank(of: count) == rank)
    let values = (1...count).map(Double.init).shuffled()
    let interval = try #require(MedianInterval(of: values)).interval
    #expect(interval == (rank == 0 ? nil : Double(rank)...Double(count + 1 - rank)))
  }

  @Test func `is there for as many replicates as a run can have`() {
    // Near n / 2 - 1.96 * sqrt(n) / 2, the normal approximation.
    #expect(abs(MedianInterval.rank(of: 10_000) - 4_902) <= 1)
  }

  @Test func `lies round the median`() throws {
    #expect(try #require(MedianInterval(of: [3, 1, 2])).median == 2)
    #expect(try #require(MedianInterval(of: [4, 1, 2, 3])).median == 2.5)
    #expect(MedianInterval(of: []) == nil)
  }
}
