/// A real number in decimal digits, with a `.` in every locale, and never with an exponent.
package struct DecimalFormat {
  /// The digits to print. Trailing zeros are printed only if the precision is `fixed`.
  package enum Precision: Sendable {
    case significant(Int)
    case decimals(Int)
    /// Exactly this many decimals.
    case fixed(Int)
  }

  private let isNegative: Bool
  /// The digits as numbers from 0 to 9, without leading zeros; empty for zero.
  private var digits: [Int]
  /// The number of digits before the decimal point; negative if zeros follow the point.
  private var point: Int

  /// Creates the digits of a value, or returns `nil` if it is not finite.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    isNegative = value < 0
    let parts = value.magnitude.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let all = mantissa.flatMap { $0.utf8.map { Int($0 - UInt8(ascii: "0")) } }
    digits = Array(all.drop { $0 == 0 })
    point = mantissa[0].count + (parts.count == 2 ? Int(parts[1])! : 0) - (all.count - digits.count)
  }

  package static func spelled(_ value: Double, _ precision: Precision) -> String? {
    guard var numeral = DecimalFormat(value) else { return nil }
    switch precision {
    case .significant(let count): numeral.round(keeping: count)
    case .decimals(let count), .fixed(let count): numeral.round(keeping: numeral.point + count)
    }
    guard case .fixed(let decimals) = precision else { return numeral.spelled(minimumDecimals: 0) }
    return numeral.spelled(minimumDecimals: decimals)
  }

  /// Rounds to a number of digits, half away from zero.
  private mutating func round(keeping count: Int) {
    guard count < digits.count else { return }
    let carries = count >= 0 && digits[count] >= 5
    digits.removeSubrange(max(count, 0)...)
    if carries { increment() }
  }

  private mutating func increment() {
    while digits.last == 9 { digits.removeLast() }
    if digits.isEmpty {
      // All digits were nines, or none was left. The result is a one in the place before them.
      digits = [1]
      point += 1
    } else {
      digits[digits.count - 1] += 1
    }
  }

  private func spelled(minimumDecimals: Int) -> String {
    let whole = digits.prefix(max(point, 0))
    let padding = max(point, 0) - whole.count
    var decimals = Array(repeating: 0, count: max(-point, 0)) + digits.dropFirst(whole.count)
    while decimals.last == 0 { decimals.removeLast() }
    decimals += Array(repeating: 0, count: max(minimumDecimals - decimals.count, 0))
    let integral = whole.isEmpty ? "0" : whole.map(String.init).joined() + String(repeating: "0", count: padding)
    let sign = isNegative && !digits.isEmpty ? "-" : ""
    return sign + integral + (decimals.isEmpty ? "" : "." + decimals.map(String.init).joined())
  }
}
