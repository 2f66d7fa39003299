/// The spelling of durations in options and reports: `500ns`, `20us`, `50ms`, `1s`, `1.5s`.
package enum DurationFormat {
  package static let spelling = "a number and a unit (ns, us, ms or s), such as 50ms or 1.5s, at most 86400s"

  /// The units, from small to large. `s` must be last, because the other suffixes also end with it.
  private static let units: [(suffix: String, nanoseconds: UInt64)] = [
    ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
  ]
  private static let longest = 86_400 * 1e9

  /// Returns the duration that the text spells, rounded to a nanosecond, or `nil` if the text is not a duration of at
  /// most a day.
  package static func duration(_ text: some StringProtocol) -> Duration? {
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
    let digits = text.dropLast(unit.suffix.count)
    guard let first = digits.first, first.isNumber, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let count = Double(digits)
    else { return nil }
    let nanoseconds = count * Double(unit.nanoseconds)
    guard nanoseconds.isFinite, nanoseconds <= longest else { return nil }
    return .nanoseconds(UInt64(nanoseconds + 0.5))
  }

  /// Returns the spelling of the duration in the largest unit in which it is exact.
  package static func text(_ duration: Duration) -> String {
    let nanoseconds = duration.nanoseconds
    let unit = units.last { nanoseconds % $0.nanoseconds == 0 && nanoseconds > 0 } ?? units[0]
    return "\(nanoseconds / unit.nanoseconds)\(unit.suffix)"
  }
}

extension Duration {
  /// The duration in whole nanoseconds, which must be nonnegative and at most about 580 years.
  package var nanoseconds: UInt64 {
    UInt64(components.seconds) * 1_000_000_000 + UInt64(components.attoseconds / 1_000_000_000)
  }
}
