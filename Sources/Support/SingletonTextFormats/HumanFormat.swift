@_exported public import enum SingletonPlatform.HumanFormat

extension HumanFormat {
  /// The text for a figure that is unknown or does not apply, in a table.
  package static let unknown = "-"

  /// Returns a count with at most three digits and a unit: `999`, `1.2 k`, `12 k`, `3.2 M`.
  package static func short(_ count: UInt64) -> String {
    guard count >= 1_000 else { return String(count) }
    var value = Double(count) / 1_000
    var units = ["k", "M", "G", "T", "P", "E"][...]
    // 999.5 and more would be rounded to four digits.
    while value >= 999.5, units.count > 1 {
      value /= 1_000
      units.removeFirst()
    }
    return numeral(value, value < 9.95 ? .fixed(1) : .decimals(0)) + " " + units.first!
  }

  /// Returns about three digits of a figure.
  package static func short(_ value: Double?) -> String {
    guard let value else { return unknown }
    return numeral(value, value < 100 ? .significant(3) : .decimals(0))
  }

  /// Returns a range in the form `1.2-1.31`.
  package static func range(_ range: ClosedRange<Double>?) -> String {
    guard let range else { return unknown }
    return short(range.lowerBound) + "-" + short(range.upperBound)
  }

  /// Returns a percentage. It is 0 % or 100 % only if that is exact.
  package static func percent(_ part: UInt64, of whole: UInt64) -> String {
    guard whole > 0 else { return unknown }
    let percent = 100 * Double(part) / Double(whole)
    if part == 0 || part == whole { return part == 0 ? "0%" : "100%" }
    if percent < 0.01 { return "<0.01%" }
    if percent > 99.9 { return ">99.9%" }
    return numeral(percent, percent < 10 ? .fixed(2) : .fixed(1)) + "%"
  }

  /// Returns a share as a percentage, or as `3 of 4` if the whole is so small that a percentage would look too exact.
  package static func share(_ part: UInt64, of whole: UInt64) -> String {
    0 < whole && whole < 100 ? "\(part) of \(whole)" : percent(part, of: whole)
  }

  /// Returns a share with the size of the whole, such as `0.62% of 634 k`.
  package static func shareWithWhole(_ part: UInt64, of whole: UInt64) -> String {
    whole < 100 ? share(part, of: whole) : "\(percent(part, of: whole)) of \(short(whole))"
  }

  /// Returns a time as text, rounded up, such as `45 s` or `3 min`.
  package static func seconds(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded(.up))
    return switch whole {
    case ..<100: "\(whole) s"
    case ..<6_000: "\((whole + 30) / 60) min"
    default: "\((whole + 1_800) / 3_600) h"
    }
  }

  /// Returns how many values there are of each kind, in the order of the kinds, such as `1 worse, 11 same`.
  package static func counts<Kind: CaseIterable & Equatable>(_ values: [Kind], _ name: (Kind) -> String) -> String {
    Kind.allCases.compactMap { kind in
      let count = values.count { $0 == kind }
      return count == 0 ? nil : "\(grouped(count)) \(name(kind))"
    }.joined(separator: ", ")
  }

  package static func numeral(_ value: Double, _ precision: DecimalFormat.Precision) -> String {
    DecimalFormat.spelled(value, precision) ?? unknown
  }
}
