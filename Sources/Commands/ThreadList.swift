/// The value of `--threads`: `64`, `2,8,64`, `1-8`, or any of these joined by commas.
package struct ThreadList: LosslessStringConvertible, Sendable {
  package static let spelling = "whole numbers and ranges from 1, such as 64 or 2,8,64 or 1-8"

  /// As it was written.
  package let description: String
  /// Kept as ranges: how many threads are possible depends on the engine, which may be named later.
  private let ranges: [ClosedRange<Int>]

  package init(_ count: Int) {
    description = "\(count)"
    ranges = [count...count]
  }

  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let ranges = parts.compactMap(Self.range)
    guard !parts.isEmpty, ranges.count == parts.count else { return nil }
    description = text
    self.ranges = ranges
  }

  package var largest: Int { ranges.map(\.upperBound).max()! }

  /// Each count once, ascending. To be asked only of a list whose largest count is possible.
  package var counts: [Int] { Set(ranges.flatMap { $0 }).sorted() }

  private static func range(_ text: Substring) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int(wholeNumber: $0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else { return nil }
    return first >= 1 && first <= last ? first...last : nil
  }
}

extension Int {
  /// Digits only; what does not fit counts as the largest number, so that it fails as too large and not as unreadable.
  init?(wholeNumber text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    self = Int(text) ?? Int.max
  }

  /// `1,048,576`.
  var grouped: String {
    var digits = String(magnitude)[...]
    var groups: [Substring] = []
    while !digits.isEmpty {
      groups.append(digits.suffix(3))
      digits = digits.dropLast(3)
    }
    return (self < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
  }
}
