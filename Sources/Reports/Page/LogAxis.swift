import Core
import Platform
import TextFormats

/// A logarithmic axis over whole decades.
struct LogAxis: Sendable {
  /// Powers of ten.
  private let decades: ClosedRange<Int>

  /// - Parameter values: those that are not positive have no place on the axis.
  init(covering values: [Double], otherwise decades: ClosedRange<Int>) {
    let logarithms = values.filter { $0 > 0 && $0.isFinite }.map(log10)
    guard let low = logarithms.min(), let high = logarithms.max() else {
      self.decades = decades
      return
    }
    let bottom = Int(low.rounded(.down))
    self.decades = bottom...max(bottom + 1, Int(high.rounded(.up)))
  }

  /// 0 at the lower end, 1 at the upper one.
  func position(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    let place = (log10(value) - Double(decades.lowerBound)) / Double(decades.count - 1)
    return min(1, max(0, place))
  }

  /// All powers of ten.
  var lines: [Double] { decades.map { pow(10, Double($0)) } }

  /// At most five of them, which have room on a narrow page, the highest among them.
  var labeled: [Double] {
    let step = (decades.count + 2) / 4
    return stride(from: decades.upperBound, through: decades.lowerBound, by: -step).map { pow(10, Double($0)) }
  }
}

/// How the values of an axis are spelled.
enum AxisUnit: Sendable {
  case nanoseconds
  /// 0 to 1.
  case share

  func label(_ value: Double) -> String {
    switch self {
    case .nanoseconds: Self.time(value)
    case .share: (DecimalFormat.spelled(100 * value, .significant(3)) ?? HumanFormat.unknown) + "%"
    }
  }

  /// `0.1 ns`, `10 µs`
  private static func time(_ nanoseconds: Double) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
    // A thousandth less: a power of ten may have been rounded.
    let unit = units.first { nanoseconds >= $0.0 * 0.999 } ?? (1, "ns")
    return (DecimalFormat.spelled(nanoseconds / unit.0, .significant(3)) ?? HumanFormat.unknown) + " " + unit.1
  }
}

extension LogAxis {
  /// With these very ends, not whole decades.
  static func share(of value: Double, from low: Double, to high: Double) -> Double {
    (log10(value) - log10(low)) / (log10(high) - log10(low))
  }
}
