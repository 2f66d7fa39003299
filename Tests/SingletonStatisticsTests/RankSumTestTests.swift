import SingletonStatistics
import TestSupport
import Testing

@Suite struct `Rank-sum tests` {
  @Test func `a rank-sum test gives the p of two independent implementations, with and without ties`() throws {
    var test = RankSumTest()
    let rows = try ReferenceTable("rank-sums.csv").rows
    #expect(rows.count >= 240)
    for row in rows {
      let (old, new) = (ReferenceTable.numbers(row[1]), ReferenceTable.numbers(row[2]))
      let (p, expected) = (test.p(old, new), try #require(Double(row[3])))
      #expect(isClose(p, expected, within: 1e-10), "\(row[0]), \(old.count) v \(new.count): \(row[1]) | \(row[2])")
    }
  }

  @Test func `exchanging the samples does not change the p`() {
    var test = RankSumTest()
    for (old, new) in samples(100, levels: 7) {
      #expect(test.p(old, new) == test.p(new, old))
      #expect(isClose(test.p(old, new), test.p(old.map(-), new.map(-)), within: 1e-12))
    }
  }

  @Test func `p depends only on the order of the values`() {
    var test = RankSumTest()
    for (old, new) in samples(100, levels: 12) {
      let p = test.p(old, new)
      #expect(test.p(old.reversed(), new.shuffled()) == p)
      #expect(test.p(old.map { $0 * $0 * $0 - 5 }, new.map { $0 * $0 * $0 - 5 }) == p)
    }
  }

  @Test(arguments: [(1, 1), (1, 40), (2, 2), (3, 3), (4, 4), (5, 5), (7, 3), (10, 10), (40, 41), (100, 30)])
  func `separate samples have the smallest p`(old: Int, new: Int) {
    var test = RankSumTest()
    let smallest = RankSumTest.smallestP([(old, new)])
    let values = (1...(old + new)).map(Double.init)
    #expect(isClose(test.p(Array(values.prefix(old)), Array(values.suffix(new))), smallest, within: 1e-12))
    #expect(isClose(test.p(Array(values.suffix(old)), Array(values.prefix(new))), smallest, within: 1e-12))
  }

  @Test func `the smallest p of two sizes is exact`() {
    #expect(RankSumTest.smallestP([(0, 5)]) == 1)
    #expect(RankSumTest.smallestP([(1, 1)]) == 1)
    #expect(RankSumTest.smallestP([(3, 3)]) == 0.1)
    #expect(isClose(RankSumTest.smallestP([(10, 10)]), 2.0 / 184_756, within: 1e-15))
    #expect(isClose(RankSumTest.smallestP([(4, 9)]), 2.0 / 715, within: 1e-15))
    #expect(RankSumTest.smallestP([(10_000, 10_000)]) < 1e-300)
  }

  @Test func `p of several strata is the share of assignments within the strata that are at least as extreme`() {
    var test = RankSumTest()
    let strata = [Stratum(old: [1, 2, 2], new: [2, 5]), Stratum(old: [10, 40], new: [20, 30, 50])]
    /// The doubled U of each way to choose as many of a stratum's values as its old side has.
    func doubledUs(_ stratum: Stratum) -> [Int] {
      let values = stratum.old + stratum.new
      return (0..<1 << values.count).filter { $0.nonzeroBitCount == stratum.old.count }.map { chosen in
        values.indices.reduce(0) { sum, own in
          guard chosen >> own & 1 == 1 else { return sum }
          return sum
            + values.indices.filter { chosen >> $0 & 1 == 0 }.reduce(0) {
              $0 + (values[own] > values[$1] ? 2 : values[own] == values[$1] ? 1 : 0)
            }
        }
      }
    }
    let sums = doubledUs(strata[0]).flatMap { first in doubledUs(strata[1]).map { first + $0 } }
    // The observed assignment: in each stratum, the first values belong to the old side.
    let observed = [1 + 1, 2 + 2].reduce(0, +)
    let (lower, upper) = (sums.count { $0 <= observed }, sums.count { $0 >= observed })
    #expect(isClose(test.p(strata), min(1, 2 * Double(min(lower, upper)) / Double(sums.count)), within: 1e-12))
  }

  @Test func `p of a single stratum is that of its samples, and that of none is 1`() {
    var test = RankSumTest()
    for (old, new) in samples(20, levels: 7) { #expect(test.p([Stratum(old: old, new: new)]) == test.p(old, new)) }
    #expect(test.p([]) == 1)
  }

  @Test func `separate samples in all strata have the smallest p, exact and approximated`() {
    var test = RankSumTest()
    func strata(_ count: Int) -> [Stratum] {
      (0..<2).map { _ in Stratum(old: (0..<count).map(Double.init), new: (count..<2 * count).map(Double.init)) }
    }
    #expect(isClose(test.p(strata(5)), RankSumTest.smallestP([(5, 5), (5, 5)]), within: 1e-12))
    #expect(isClose(RankSumTest.smallestP([(5, 5), (5, 5)]), 2.0 / 252 / 252, within: 1e-15))
    #expect(test.p(strata(80)) < 1e-40)
  }

  @Test func `p is 1 for equal samples, and for an empty one`() {
    var test = RankSumTest()
    #expect(test.p([4, 4, 4], [4, 4, 4, 4]) == 1)
    #expect(test.p([], [1, 2, 3]) == 1)
    #expect(test.p([], []) == 1)
    let many = [Double](repeating: 4, count: 10_000)
    #expect(test.p(many, many) == 1)
  }

  @Test func `the cache of distributions stays below its limit`() {
    var test = RankSumTest()
    let first = test.p([1, 2, 3], [2, 3, 9])
    var most = 0
    for zeros in 1...150 {
      // A table of 19,999 numbers each.
      let values = [Double](repeating: 0, count: zeros) + [Double](repeating: 1, count: 9_999 - zeros)
      _ = test.p([0.5], values)
      most = max(most, test.numbersHeld)
    }
    #expect(most <= RankSumTest.numbersKept && test.numbersHeld < most)
    #expect(test.p([1, 2, 3], [2, 3, 9]) == first)
  }

  /// Returns pairs of samples of values below `levels`.
  private func samples(_ count: Int, levels: UInt64) -> [([Double], [Double])] {
    var random = SplitMix64(seed: levels)
    func values(_ size: UInt64) -> [Double] { (0..<size).map { _ in Double(random.draw(below: levels)) } }
    return (0..<count).map { _ in (values(1 + random.draw(below: 9)), values(1 + random.draw(below: 9))) }
  }
}
