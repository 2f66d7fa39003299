import SingletonStatistics
import TestSupport
import Testing

@Suite struct `Median intervals` {
  @Test func `a median's interval has the ends that SciPy gives, for up to 200 values`() throws {
    let rows = try ReferenceTable("median-ranks.csv").rows
    #expect(rows.count == 45)
    for row in rows { try expectRank(try #require(Int(row[1])), of: try #require(Int(row[0]))) }
    // Also from SciPy.
    try expectRank(469, of: 1_000)
  }

  private func expectRank(_ rank: Int, of count: Int) throws {
    #expect(MedianInterval.rank(of: count) == rank)
    let values = (1...count).map(Double.init).shuffled()
    let interval = try #require(MedianInterval(of: values)).interval
    #expect(interval == (rank == 0 ? nil : Double(rank)...Double(count + 1 - rank)))
  }

  @Test func `a median's interval exists for as many replicates as a run can have`() {
    // Near n / 2 - 1.96 * sqrt(n) / 2, the normal approximation.
    #expect(abs(MedianInterval.rank(of: 10_000) - 4_902) <= 1)
  }

  @Test func `a median's interval contains the median`() throws {
    #expect(try #require(MedianInterval(of: [3, 1, 2])).median == 2)
    #expect(try #require(MedianInterval(of: [4, 1, 2, 3])).median == 2.5)
    #expect(MedianInterval(of: []) == nil)
  }
}
