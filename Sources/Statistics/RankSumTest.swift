import Platform

/// The two-sided rank-sum test of Mann and Whitney: are the values of one side larger than those of the other?
///
/// Mann and Whitney, *On a test of whether one of two random variables is stochastically larger than the other*, Annals of
/// Mathematical Statistics 18 (1947). Equal values have their mean rank, and p is exact for them too: the share of all
/// ways to deal the values to the sides that are at least as far out, twice the smaller tail.
///
/// Keeps the distributions that it has worked out: most rows of a report have the same sizes, and many the same ties.
package struct RankSumTest: Sendable {
  /// The most pairs, one of each side, for which p is exact: 100 against 100. Beyond, it is the normal approximation.
  package static let exactPairs = 10_000
  /// The most numbers kept, 16 MB of them; one more and all are forgotten.
  package static let numbersKept = 2_000_000

  private var tables: [Ranking.Pattern: [Double]] = [:]
  /// How many numbers the tables have, all together.
  package private(set) var numbersHeld = 0

  package init() {}

  /// 1 where a side is empty. Values are not NaN.
  package mutating func p(_ old: [Double], _ new: [Double]) -> Double {
    // The smaller side first: p is the same from both, and the table smaller.
    let ranking = old.count <= new.count ? Ranking(old, new) : Ranking(new, old)
    guard old.count * new.count <= Self.exactPairs else { return normalApproximation(ranking) }
    return tables[ranking.pattern]?[ranking.doubledU] ?? table(of: ranking.pattern)[ranking.doubledU]
  }

  /// The least p that any values of these sizes can have: 2 of the ways to choose `n` of `n + m`, and at most 1.
  package static func smallestP(_ n: Int, _ m: Int) -> Double {
    min(1, (0..<min(n, m)).reduce(2.0) { $0 * Double($1 + 1) / Double(n + m - $1) })
  }

  private mutating func table(of pattern: Ranking.Pattern) -> [Double] {
    let table = RankSumDistribution(pattern).twoSided()
    if numbersHeld + table.count > Self.numbersKept { (tables, numbersHeld) = ([:], 0) }
    tables[pattern] = table
    numbersHeld += table.count
    return table
  }

  /// With the ties in the variance, and half a step for continuity (Lehmann, *Nonparametrics*, section 1.4).
  private func normalApproximation(_ ranking: Ranking) -> Double {
    let (n, m) = (Double(ranking.pattern.first), Double(ranking.pattern.second))
    let size = n + m
    let ties = ranking.pattern.blocks.reduce(0.0) { $0 + Double($1) * (Double($1) * Double($1) - 1) }
    let variance = n * m / 12 * (size + 1 - ties / (size * (size - 1)))
    let distance = (abs(Double(ranking.doubledU) - n * m) - 1) / 2
    return variance > 0 && distance > 0 ? erfc(distance / (2 * variance).squareRoot()) : 1
  }
}
