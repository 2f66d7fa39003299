/// A median, with an interval that contains the true median with at least 95 % confidence for any distribution.
///
/// The interval is made of order statistics (Conover, *Practical Nonparametric Statistics*, 3rd edition, section 3.2).
/// Of n sorted values, it extends from the k-th to the (n + 1 - k)-th, where k is the largest number with P(B < k) at
/// most 2.5 % for a binomial B of n tosses of a fair coin.
package struct MedianInterval: Equatable, Sendable {
  package let median: Double
  /// The interval, or `nil` for fewer than 6 values, which are too few for 95 % confidence.
  package let interval: ClosedRange<Double>?

  /// Creates the median and its interval, or returns `nil` if there are no values.
  package init?(of values: [Double]) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    median = Self.median(ofSorted: sorted)
    let rank = Self.rank(of: sorted.count)
    interval = rank > 0 ? sorted[rank - 1]...sorted[sorted.count - rank] : nil
  }

  /// Returns the middle value, or the mean of the two middle values, of a nonempty array in ascending order.
  package static func median(ofSorted values: [Double]) -> Double {
    (values[(values.count - 1) / 2] + values[values.count / 2]) / 2
  }

  /// Returns the rank, from 1, of the interval's lower end among `count` values, or 0 if there is no such interval.
  package static func rank(of count: Int) -> Int {
    // The binomial terms over 2^n, with a separate exponent because they underflow a `Double` for large counts.
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
