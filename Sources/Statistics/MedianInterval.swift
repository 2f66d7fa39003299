/// A median, and the interval that holds the true one in at least 95 of 100 cases whatever the distribution is.
///
/// Order statistics (Conover, *Practical Nonparametric Statistics*, 3rd edition, section 3.2): of n sorted values the
/// interval goes from the k-th to the (n + 1 - k)-th, k being the largest with P(B < k) at most 2.5 % for a binomial B of
/// n tosses of a fair coin.
package struct MedianInterval: Equatable, Sendable {
  package let median: Double
  /// nil with fewer than 6 values: then not even the least and the largest enclose the median in 95 of 100 cases.
  package let interval: ClosedRange<Double>?

  /// nil without a value.
  package init?(of values: [Double]) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    median = Self.median(ofSorted: sorted)
    let rank = Self.rank(of: sorted.count)
    interval = rank > 0 ? sorted[rank - 1]...sorted[sorted.count - rank] : nil
  }

  /// The value in the middle, or the mean of the two there, of at least one value in rising order.
  package static func median(ofSorted values: [Double]) -> Double {
    (values[(values.count - 1) / 2] + values[values.count / 2]) / 2
  }

  /// The rank of the interval's lower end among `count` values, from 1; 0 = there is no such interval.
  package static func rank(of count: Int) -> Int {
    // A binomial's terms over 2^n, with an exponent of their own: of many values they are too small for a number.
    var (significand, exponent) = (1.0, -count)
    var below = 0.0
    var rank = 0
    while rank < count / 2 {
      below += Double(sign: .plus, exponent: exponent, significand: significand)
      if below > 0.025 { break }
      significand *= Double(count - rank) / Double(rank + 1)
      exponent += Int(significand.exponent)
      significand = significand.significand
      rank += 1
    }
    return rank
  }
}
