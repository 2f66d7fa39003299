import SingletonCore
import SingletonPlatform
import SingletonTextFormats

/// A logarithmic axis over whole decades.
struct LogAxis: Sendable {
  /// The powers of ten at both ends, as exponents.
  private let decades: ClosedRange<Int>

  /// - Parameters:
  ///   - values: The values to cover. Those that are not positive and finite are ignored.
  ///   - decades: The axis if there are no such values.
  init(covering values: [Double], otherwise decades: ClosedRange<Int>) {
    let logarithms = values.filter { $0 > 0 && $0.isFinite }.map(log10)
    guard let low = logarithms.min(), let high = logarithms.max() else {
      self.decades = decades
      return
    }
    let bottom = Int(low.rounded(.down))
    self.decades = bottom...max(bottom + 1, Int(high.rounded(.up)))
  }

  /// Returns the position of a value, from 0 at the lower end to 1 at the upper end.
  func position(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    let place = (log10(value) - Double(decades.lowerBound)) / Double(decades.count - 1)
    return min(1, max(0, place))
  }

  /// The powers of ten that the axis covers.
  var lines: [Double] { decades.map { pow(10, Double($0)) } }

  /// The powers of ten that have labels: at most five, so that they fit a narrow page, including the highest.
  var labeled: [Double] {
    let step = (decades.count + 2) / 4
    return stride(from: decades.upperBound, through: decades.lowerBound, by: -step).map { pow(10, Double($0)) }
  }
}

/// The unit of an axis's values.
enum AxisUnit: Sendable {
  case nanoseconds
  /// A share from 0 to 1, shown in percent.
  case share

  func label(_ value: Double) -> String {
    switch self {
    case .nanoseconds: Self.time(value)
    case .share: (DecimalFormat.spelled(100 * value, .significant(3)) ?? HumanFormat.unknown) + "%"
    }
  }

  /// Returns a time with its unit, such as `0.1 ns` or `10 µs`.
  private static func time(_ nanoseconds: Double) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
    // The limit is a thousandth lower, because a power of ten may have been rounded.
    let unit = units.first { nanoseconds >= $0.0 * 0.999 } ?? (1, "ns")
    return (DecimalFormat.spelled(nanoseconds / unit.0, .significant(3)) ?? HumanFormat.unknown) + " " + unit.1
  }
}

extension LogAxis {
  /// Returns the position of a value on an axis that ends at exact values rather than whole decades.
  static func share(of value: Double, from low: Double, to high: Double) -> Double {
    (log10(value) - log10(low)) / (log10(high) - log10(low))
  }
}
