import SingletonCore
package import SingletonStatistics
import SingletonTextFormats

extension HumanFormat {
  /// Returns a rate over the replicates, with its 95% interval if it has one, such as `0.62% (0.6-0.64%)`. It says 100
  /// only if that is exact.
  package static func rate(_ rate: MedianInterval) -> String {
    let interval = rate.interval.map { " (\(percents($0.lowerBound))-\(percents($0.upperBound))%)" } ?? ""
    return percents(rate.median) + "%" + interval
  }

  /// Returns a share in percent, with as many digits as distinguish it from 100.
  private static func percents(_ share: Double) -> String {
    (3...15).lazy.map { numeral(100 * share, .significant($0)) }.first { share == 1 || $0 != "100" } ?? "100"
  }
}
