import Outcomes
import TestSupport
import Testing

@testable import Baselines

@Suite struct `A rank-sum test` {
  @Test func `gives the p of two independent implementations, with and without ties`() throws {
    var test = RankSumTest()
    let rows = try ReferenceTable("rank-sums.csv").rows
    #expect(rows.count >= 240)
    for row in rows {
      let (old, new) = (ReferenceTable.numbers(row[1]), ReferenceTable.numbers(row[2]))
      let (p, expected) = (test.p(old, new), try #require(Double(row[3])))
      #expect(isClose(p, expected, within: 1e-10), "\(row[0]), \(old.count) v \(new.count): \(row[1]) | \(row[2])")
    }
  }

  @Test func `has one p for both sides`() {
    var test = RankSumTest()
    for (old, new) in samples(100, levels: 7) {
      #expect(test.p(old, new) == test.p(new, old))
      #expect(isClose(test.p(old, new), test.p(old.map(-), new.map(-)), within: 1e-12))
    }
  }

  @Test func `sees nothing but the order of the values`() {
    var test = RankSumTest()
    for (old, new) in samples(100, levels: 12) {
      let p = test.p(old, new)
      #expect(test.p(old.reversed(), new.shuffled()) == p)
      #expect(test.p(old.map { $0 * $0 * $0 - 5 }, new.map { $0 * $0 * $0 - 5 }) == p)
    }
  }

  @Test(arguments: [(1, 1), (1, 40), (2, 2), (3, 3), (4, 4), (5, 5), (7, 3), (10, 10), (40, 41), (100, 30)])
  func `has the smallest p where no value of one side is among the other's`(old: Int, new: Int) {
    var test = RankSumTest()
    let smallest = RankSumTest.smallestP(old, new)
    let values = (1...(old + new)).map(Double.init)
    #expect(isClose(test.p(Array(values.prefix(old)), Array(values.suffix(new))), smallest, within: 1e-12))
    #expect(isClose(test.p(Array(values.suffix(old)), Array(values.prefix(new))), smallest, within: 1e-12))
  }

  @Test func `knows the smallest p of sizes`() {
    #expect(RankSumTest.smallestP(0, 5) == 1)
    #expect(RankSumTest.smallestP(1, 1) == 1)
    #expect(RankSumTest.smallestP(3, 3) == 0.1)
    #expect(isClose(RankSumTest.smallestP(10, 10), 2.0 / 184_756, within: 1e-15))
    #expect(isClose(RankSumTest.smallestP(4, 9), 2.0 / 715, within: 1e-15))
    #expect(RankSumTest.smallestP(10_000, 10_000) < 1e-300)
  }

  @Test func `finds no difference where there is none, and none where a side is empty`() {
    var test = RankSumTest()
    #expect(test.p([4, 4, 4], [4, 4, 4, 4]) == 1)
    #expect(test.p([], [1, 2, 3]) == 1)
    #expect(test.p([], []) == 1)
    let many = [Double](repeating: 4, count: 10_000)
    #expect(test.p(many, many) == 1)
  }

  @Test func `forgets what it kept before it keeps too much`() {
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

  /// Pairs of samples on a scale of so many levels.
  private func samples(_ count: Int, levels: UInt64) -> [([Double], [Double])] {
    var random = SeededGenerator(seed: levels)
    func values(_ size: UInt64) -> [Double] { (0..<size).map { _ in Double(random.draw(below: levels)) } }
    return (0..<count).map { _ in (values(1 + random.draw(below: 9)), values(1 + random.draw(below: 9))) }
  }
}
