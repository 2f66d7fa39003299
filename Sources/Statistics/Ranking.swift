/// Two samples put in one order: what the distribution depends on, and where in it they are.
struct Ranking {
  /// What the distribution of the count depends on: the sizes, and which values are equal.
  struct Pattern: Hashable, Sendable {
    let first: Int
    let second: Int
    /// How many values there are of each size, from the least on; together `first + second`.
    var blocks: [Int]
  }

  private(set) var pattern: Pattern
  /// Twice Mann and Whitney's U of the first sample: 2 for each pair in which its value is the larger, 1 if equal.
  private(set) var doubledU = 0

  /// NaN has no rank, and must not be there.
  init(_ first: [Double], _ second: [Double]) {
    precondition(!first.contains(where: \.isNaN) && !second.contains(where: \.isNaN), "NaN has no rank")
    pattern = Pattern(first: first.count, second: second.count, blocks: [])
    pattern.blocks.reserveCapacity(first.count + second.count)
    merge(first.sorted(), second.sorted())
  }

  private mutating func merge(_ first: [Double], _ second: [Double]) {
    var (i, j) = (0, 0)
    while i < first.count || j < second.count {
      let value = min(i < first.count ? first[i] : .infinity, j < second.count ? second[j] : .infinity)
      let (ownBefore, othersBefore) = (i, j)
      while i < first.count, first[i] <= value { i += 1 }
      while j < second.count, second[j] <= value { j += 1 }
      doubledU += (i - ownBefore) * (othersBefore + j)
      pattern.blocks.append(i - ownBefore + j - othersBefore)
    }
  }
}
