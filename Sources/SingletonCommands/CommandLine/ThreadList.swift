/// The value of `--threads`: `64`, `2,8,64`, `1-8`, any of these joined by commas, or a ladder such as `1,2,4,...,255`
/// or `2,4,...,8`.
package struct ThreadList: LosslessStringConvertible, Sendable {
  package static let spelling =
    "whole numbers and ranges from 1, such as 64 or 2,8,64 or 1-8, or a ladder: A,B,...,Z adds B-A at each step, and"
    + " A,B,C,...,Z multiplies by B/A if C/B is the same, else adds; Z is always in it"

  /// The list as written.
  package let description: String
  /// Kept as ranges, because the largest possible count depends on the engine, which may be given later.
  private let ranges: [ClosedRange<Int>]

  package init(_ count: Int) {
    description = "\(count)"
    ranges = [count...count]
  }

  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let ranges = Self.ladder(parts) ?? Self.ranges(parts) else { return nil }
    description = text
    self.ranges = ranges
  }

  package var largest: Int { ranges.map(\.upperBound).max()! }

  /// Each count once, ascending. Check ``largest`` first: a range may be too large to enumerate.
  package var counts: [Int] { Set(ranges.flatMap { $0 }).sorted() }

  private static func ranges(_ parts: [Substring]) -> [ClosedRange<Int>]? {
    let ranges = parts.compactMap(range)
    return ranges.count == parts.count ? ranges : nil
  }

  /// Parses a ladder: at least two rungs, `...`, and the last rung, which is always included. Two rungs continue by their
  /// step, because `1,2,...,8` counts; three or more by their common factor, if they have one, or else by their step.
  private static func ladder(_ parts: [Substring]) -> [ClosedRange<Int>]? {
    guard parts.count >= 4, parts[parts.count - 2] == "..." else { return nil }
    let given = parts.filter { $0 != "..." }.compactMap { Int(wholeNumber: $0) }
    guard given.count == parts.count - 1, given.allSatisfy({ (1...highestRung).contains($0) }),
      let next = nextRung(given.dropLast())
    else { return nil }
    var rungs = Array(given.dropLast())
    let last = given.last!
    guard rungs.last! <= last else { return nil }
    while next(rungs.last!) < last { rungs.append(next(rungs.last!)) }
    return (rungs + [last]).map { $0...$0 }
  }

  /// Far beyond the limit of any engine; a longer ladder would be too large to enumerate.
  private static let highestRung = 1 << 20

  private static func nextRung(_ rungs: ArraySlice<Int>) -> ((Int) -> Int)? {
    let first = rungs[rungs.startIndex]
    let second = rungs[rungs.startIndex + 1]
    let pairs = Array(zip(rungs, rungs.dropFirst()))
    let (factor, step) = (second / first, second - first)
    if rungs.count > 2, factor > 1, pairs.allSatisfy({ $0 * factor == $1 }) { return { $0 * factor } }
    if step > 0, pairs.allSatisfy({ $0 + step == $1 }) { return { $0 + step } }
    return nil
  }

  private static func range(_ text: Substring) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int(wholeNumber: $0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else { return nil }
    return first >= 1 && first <= last ? first...last : nil
  }
}
