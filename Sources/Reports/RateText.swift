import Core
package import Statistics
import TextFormats

extension HumanFormat {
  /// `0.62% (0.6-0.64%)`: a rate and its 95 % interval. 100 is said only where it is exact.
  package static func rate(_ rate: RateInterval) -> String {
    percents(rate.rate) + "% (\(percents(rate.interval.lowerBound))-\(percents(rate.interval.upperBound))%)"
  }

  /// As many digits as it takes to tell it from 100.
  private static func percents(_ share: Double) -> String {
    (3...15).lazy.map { numeral(100 * share, .significant($0)) }.first { share == 1 || $0 != "100" } ?? "100"
  }
}
