/// A rate, k of n, with an interval that contains the true rate with at least 95 % confidence, whatever that rate is.
///
/// Clopper and Pearson, *The use of confidence or fiducial limits illustrated in the case of the binomial*, Biometrika
/// 26 (1934). At the low end, k or more of n have a probability of 2.5 %; at the high end, k or fewer do. For k = 0 the
/// low end is 0, and for k = n the high end is 1.
package struct RateInterval: Equatable, Sendable {
  package let rate: Double
  package let interval: ClosedRange<Double>

  /// Creates the rate and its interval, which has twelve correct digits for up to 10^12 trials.
  ///
  /// Returns `nil` unless there is a trial and 0 <= `count` <= `trials`.
  package init?(of count: Int, in trials: Int) {
    guard trials > 0, 0...trials ~= count else { return nil }
    let (hits, misses) = (Double(count), Double(trials - count))
    rate = hits / Double(trials)
    let low = count == 0 ? 0 : BetaTail(a: hits, b: misses + 1).odds(ofTail: 0.025)
    let high = count == trials ? 0 : BetaTail(a: misses, b: hits + 1).odds(ofTail: 0.025)
    interval = low / (1 + low)...1 / (1 + high)
  }
}
