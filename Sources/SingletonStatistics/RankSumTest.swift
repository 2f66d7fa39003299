import SingletonPlatform

/// Mann and Whitney's two-sided rank-sum test of whether the values of one sample tend to be larger than those of
/// another.
///
/// Mann and Whitney, *On a test of whether one of two random variables is stochastically larger than the other*, Annals
/// of Mathematical Statistics 18 (1947). Equal values get their mean rank, and p is exact even with them: it is twice
/// the smaller tail, which is the share of all assignments of values to samples that are at least as extreme as the
/// observed one.
///
/// For several strata, the values of U are added (van Elteren, *On the combination of independent two sample tests of
/// Wilcoxon*, Bulletin of the International Statistical Institute 37 (1960), here with equal weights), and values are
/// reassigned only within their stratum.
///
/// The test caches its distributions, because most rows of a report have samples of the same sizes, often with the same
/// ties.
package struct RankSumTest: Sendable {
  /// The largest number of pairs of values, one from each sample, for which p is exact: 100 by 100. For more pairs, the
  /// normal approximation is used.
  package static let exactPairs = 10_000
  /// The capacity of the cache in values, 16 MB; the cache is emptied if a table would exceed it.
  package static let numbersKept = 2_000_000

  private var tables: [Ranking.Pattern: [Double]] = [:]
  /// The number of values in all cached tables.
  package private(set) var numbersHeld = 0

  package init() {}

  /// Returns the p-value of two samples, or 1 if one of them is empty. No value may be NaN.
  package mutating func p(_ old: [Double], _ new: [Double]) -> Double {
    // p is symmetric, and the distribution is computed with fewer rows if the smaller sample is first.
    let ranking = old.count <= new.count ? Ranking(old, new) : Ranking(new, old)
    guard old.count * new.count <= Self.exactPairs else { return normalApproximation([ranking]) }
    return tables[ranking.pattern]?[ranking.doubledU] ?? table(of: ranking.pattern)[ranking.doubledU]
  }

  /// Returns the p-value of samples in several strata, or 1 if there are no strata. Each stratum must have values on
  /// both sides.
  package mutating func p(_ strata: [Stratum]) -> Double {
    guard strata.count != 1 else { return p(strata[0].old, strata[0].new) }
    let rankings = strata.map { Ranking($0.old, $0.new) }
    guard strata.reduce(0, { $0 + $1.old.count * $1.new.count }) <= Self.exactPairs else {
      return normalApproximation(rankings)
    }
    let weights = rankings.reduce([1.0]) { RankSumDistribution.sum($0, RankSumDistribution($1.pattern).weights()) }
    return RankSumDistribution.twoSided(weights)[rankings.reduce(0) { $0 + $1.doubledU }]
  }

  /// Returns the smallest p-value that samples of these sizes can have, whatever their values. For one stratum, it is 2
  /// divided by the number of ways to choose `old` of `old + new` values, but at most 1.
  package static func smallestP(_ sizes: [(old: Int, new: Int)]) -> Double {
    min(1, 2 * sizes.reduce(1) { $0 * share($1.old, $1.new) })
  }

  /// Returns 1 divided by the number of ways to choose `n` of `n + m`.
  private static func share(_ n: Int, _ m: Int) -> Double {
    (0..<min(n, m)).reduce(1.0) { $0 * Double($1 + 1) / Double(n + m - $1) }
  }

  private mutating func table(of pattern: Ranking.Pattern) -> [Double] {
    let table = RankSumDistribution.twoSided(RankSumDistribution(pattern).weights())
    if numbersHeld + table.count > Self.numbersKept { (tables, numbersHeld) = ([:], 0) }
    tables[pattern] = table
    numbersHeld += table.count
    return table
  }

  /// Returns the p-value of the normal approximation, with corrections for ties and for continuity (Lehmann,
  /// *Nonparametrics*, section 1.4).
  private func normalApproximation(_ rankings: [Ranking]) -> Double {
    // Twice the sum of the U statistics, minus its expected value.
    let excess = rankings.reduce(0) { $0 + $1.doubledU - $1.pattern.first * $1.pattern.second }
    let distance = (abs(Double(excess)) - 1) / 2
    let variance = rankings.reduce(0) { $0 + $1.variance }
    return variance > 0 && distance > 0 ? erfc(distance / (2 * variance).squareRoot()) : 1
  }
}

extension Ranking {
  fileprivate var variance: Double {
    let size = Double(pattern.first + pattern.second)
    let ties = pattern.blocks.reduce(0.0) { $0 + Double($1) * (Double($1) * Double($1) - 1) }
    return Double(pattern.first * pattern.second) / 12 * (size + 1 - ties / (size * (size - 1)))
  }
}
