/// The distribution of twice Mann and Whitney's U, if every way to divide the values between two samples is equally
/// likely. U is doubled, because equal values can make it a multiple of one half.
///
/// The distribution is stored as the number of ways to divide the values for each doubled U, in floating point. The
/// numbers are exact up to 2^53 (10 against 10 values have 184,756 ways); beyond that, they are sums of positive terms
/// with a relative error of about 10^-14. There are at most 10^4 pairs of values, and thus at most about 10^59 ways.
struct RankSumDistribution {
  private let pattern: Ranking.Pattern
  /// The number of possible values of doubled U. They begin with 0, so it is one more than the largest.
  private let width: Int
  /// For each number of values assigned to the first sample so far, a row with the number of ways for each doubled U.
  private var ways: [Double]

  init(_ pattern: Ranking.Pattern) {
    self.pattern = pattern
    width = 2 * pattern.first * pattern.second + 1
    ways = Array(repeating: 0, count: (pattern.first + 1) * width)
    ways[0] = 1
    var seen = 0
    for block in pattern.blocks {
      deal(block, after: seen)
      seen += block
    }
  }

  /// Returns the weight of each doubled U: the share of the assignments that have this U.
  func weights() -> [Double] {
    let row = ways[(pattern.first * width)...]
    let total = row.reduce(0, +)
    return row.map { $0 / total }
  }

  /// Returns the weights of the sums of two independent values.
  ///
  /// - Parameters:
  ///   - one: The weights of the first value.
  ///   - other: The weights of the second value.
  static func sum(_ one: [Double], _ other: [Double]) -> [Double] {
    var sums = [Double](repeating: 0, count: one.count + other.count - 1)
    for (i, weight) in one.enumerated() where weight > 0 {
      for (j, factor) in other.enumerated() { sums[i + j] += weight * factor }
    }
    return sums
  }

  /// Returns the two-sided p of each value, given the weights of all values. It is twice the smaller tail that includes
  /// the value, but at most 1.
  static func twoSided(_ weights: [Double]) -> [Double] {
    var (lower, upper) = (weights, weights)
    for index in weights.indices.dropFirst() { lower[index] += lower[index - 1] }
    for index in weights.indices.dropLast().reversed() { upper[index] += upper[index + 1] }
    return zip(lower, upper).map { min(1, 2 * min($0, $1) / lower.last!) }
  }

  /// Assigns the values of one block of equal values, after `seen` smaller ones.
  ///
  /// Rows are updated in descending order, because each is computed from unchanged rows of fewer values.
  private mutating func deal(_ block: Int, after seen: Int) {
    let most = min(pattern.first, seen + block)
    let least = max(1, seen + block - pattern.second)
    guard least <= most else { return }
    for own in (least...most).reversed() { gather(own, of: block, after: seen) }
  }

  /// Adds to a row the ways that assign 1, 2, ... values of the block to the first sample.
  private mutating func gather(_ own: Int, of block: Int, after seen: Int) {
    var choices = 1.0
    for dealt in 1...min(block, own) {
      choices = choices * Double(block - dealt + 1) / Double(dealt)
      let before = own - dealt
      // Only `seen` values precede the block.
      guard before <= seen else { continue }
      let others = seen - before
      let target = own * width + dealt * (2 * others + block - dealt)
      let source = before * width
      for u in 0...(2 * before * others) { ways[target + u] += choices * ways[source + u] }
    }
  }
}
