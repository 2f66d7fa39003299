/// A length of time as options spell it: `500ns`, `20us`, `50ms`, `1s`, `1.5s`; resolution 1 ns, at most a day.
package struct TimeSpan: Hashable, Sendable, LosslessStringConvertible {
  package let nanoseconds: UInt64

  package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  package static func milliseconds(_ count: UInt64) -> TimeSpan { TimeSpan(nanoseconds: count * 1_000_000) }

  package static let spelling = "a number and a unit, such as 500ns, 20us, 50ms or 1s (at most 24 hours)"

  /// From the coarsest, so that a span prints in the largest unit that is exact. `s` comes last: it ends the others too.
  private static let units: [(suffix: String, nanoseconds: UInt64)] = [
    ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
  ]
  private static let longest = 86_400 * 1e9

  package init?(_ description: String) {
    guard let unit = Self.units.first(where: { description.hasSuffix($0.suffix) }) else { return nil }
    let digits = description.dropLast(unit.suffix.count)
    guard let first = digits.first, first.isNumber, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let count = Double(digits)
    else { return nil }
    let nanoseconds = count * Double(unit.nanoseconds)
    guard nanoseconds.isFinite, nanoseconds <= Self.longest else { return nil }
    self.nanoseconds = UInt64(nanoseconds + 0.5)
  }

  package var description: String {
    let unit = Self.units.last { nanoseconds % $0.nanoseconds == 0 && nanoseconds > 0 } ?? Self.units[0]
    return "\(nanoseconds / unit.nanoseconds)\(unit.suffix)"
  }
}
