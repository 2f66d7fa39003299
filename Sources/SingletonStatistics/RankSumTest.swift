import SingletonPlatform

/// The two-sided rank-sum test of Mann and Whitney: whether the values of one sample tend to be larger than the
/// other's.
///
/// Mann and Whitney, *On a test of whether one of two random variables is stochastically larger than the other*,
/// Annals of Mathematical Statistics 18 (1947). Equal values have their mean rank, and p is exact for them too: it is
/// twice the smaller tail, which is the share of all assignments of the values to the samples that are at least as
/// extreme.
///
/// The test caches its distributions: most rows of a report have the same sizes, and many have the same ties.
package struct RankSumTest: Sendable {
  /// The most pairs, one value of each sample, for which p is exact (100 against 100) and not the normal approximation.
  package static let exactPairs = 10_000
  /// The capacity of the cache in numbers, 16 MB; the cache is emptied if a table would exceed it.
  package static let numbersKept = 2_000_000

  private var tables: [Ranking.Pattern: [Double]] = [:]
  /// The count of numbers in all cached tables.
  package private(set) var numbersHeld = 0

  package init() {}

  /// Returns the p-value of two samples without NaN, or 1 if one of them is empty.
  package mutating func p(_ old: [Double], _ new: [Double]) -> Double {
    // p is symmetric, and the distribution is computed with fewer rows if the smaller sample is first.
    let ranking = old.count <= new.count ? Ranking(old, new) : Ranking(new, old)
    guard old.count * new.count <= Self.exactPairs else { return normalApproximation(ranking) }
    return tables[ranking.pattern]?[ranking.doubledU] ?? table(of: ranking.pattern)[ranking.doubledU]
  }

  /// Returns the smallest p-value that values of these sizes can have: 2 divided by the number of ways to choose `n` of
  /// `n + m`, and at most 1.
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

  /// Returns the p-value of the normal approximation, with the variance corrected for ties and half a step for
  /// continuity (Lehmann, *Nonparametrics*, section 1.4).
  private func normalApproximation(_ ranking: Ranking) -> Double {
    let (n, m) = (Double(ranking.pattern.first), Double(ranking.pattern.second))
    let size = n + m
    let ties = ranking.pattern.blocks.reduce(0.0) { $0 + Double($1) * (Double($1) * Double($1) - 1) }
    let variance = n * m / 12 * (size + 1 - ties / (size * (size - 1)))
    let distance = (abs(Double(ranking.doubledU) - n * m) - 1) / 2
    return variance > 0 && distance > 0 ? erfc(distance / (2 * variance).squareRoot()) : 1
  }
}
