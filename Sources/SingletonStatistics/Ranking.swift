/// The ranking of two samples together: the pattern that determines the distribution of U, and the U of the first
/// sample.
struct Ranking {
  /// The properties of two samples that determine the distribution of U: their sizes, and which values are equal.
  struct Pattern: Hashable, Sendable {
    let first: Int
    let second: Int
    /// The number of occurrences of each distinct value, in ascending order of the values; the sum is `first + second`.
    var blocks: [Int]
  }

  private(set) var pattern: Pattern
  /// Twice Mann and Whitney's U of the first sample. Each pair counts 2 if the first sample's value is larger, 1 if the
  /// values are equal, and 0 otherwise.
  private(set) var doubledU = 0

  /// - Precondition: No value is NaN.
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
