/// In how many ways a tie pattern's values can be dealt to the two sides, by the doubled U that comes out.
///
/// Counts in floating point: exact up to 2^53 ways, as of 10 against 10 there are 184,756; beyond, sums of positive terms
/// with a relative error of some 10^-14. The pattern has at most 10^4 pairs, so there are at most some 10^59 ways.
struct RankSumDistribution {
  private let pattern: Ranking.Pattern
  /// One more than the largest doubled U.
  private let width: Int
  /// A row for each number of values that the first side has so far: the ways, by the doubled U so far.
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

  /// For each doubled U, the two-sided p: twice the smaller tail, both tails with the value itself, and at most 1.
  func twoSided() -> [Double] {
    let row = ways[(pattern.first * width)...]
    var p = [Double](repeating: 0, count: width)
    accumulate(row.indices, into: &p) { _, tail in tail }
    let total = p[width - 1]
    accumulate(row.indices.reversed(), into: &p) { lower, upper in min(1, 2 * min(lower, upper) / total) }
    return p
  }

  private func accumulate(
    _ indices: some Sequence<Int>, into p: inout [Double], _ combine: (Double, Double) -> Double
  ) {
    var tail = 0.0
    for index in indices {
      tail += ways[index]
      let u = index - pattern.first * width
      p[u] = combine(p[u], tail)
    }
  }

  /// Deals one block of equal values, after `seen` smaller ones.
  ///
  /// From the most values downwards: what is added to a row comes from rows of fewer, which still are as they were.
  private mutating func deal(_ block: Int, after seen: Int) {
    let most = min(pattern.first, seen + block)
    let least = max(1, seen + block - pattern.second)
    guard least <= most else { return }
    for own in (least...most).reversed() { gather(own, of: block, after: seen) }
  }

  /// Adds to a row what reaches it by dealing 1, 2, ... values of the block to the first side.
  private mutating func gather(_ own: Int, of block: Int, after seen: Int) {
    var choices = 1.0
    for dealt in 1...min(block, own) {
      choices = choices * Double(block - dealt + 1) / Double(dealt)
      let before = own - dealt
      // So many values had not been dealt yet.
      guard before <= seen else { continue }
      let others = seen - before
      let target = own * width + dealt * (2 * others + block - dealt)
      let source = before * width
      for u in 0...(2 * before * others) { ways[target + u] += choices * ways[source + u] }
    }
  }
}
