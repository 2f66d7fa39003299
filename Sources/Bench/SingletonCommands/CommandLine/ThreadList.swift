/// The value of `--threads`: `64`, `2,8,64`, `1-8`, any of these joined by commas, or a ladder such as `1,2,4,...,255`
/// or `2,4,...,8`.
package struct ThreadList: LosslessStringConvertible, Sendable {
  package static let spelling =
    "whole numbers and ranges from 1, such as 64 or 2,8,64 or 1-8, or a ladder: A,B,...,Z adds B-A at each step, and"
    + " A,B,C,...,Z multiplies by B/A if C/B is the same, else adds; Z is always included"

  /// The list as written.
  package let description: String
  /// These are ranges, because the largest possible count depends on the source of threads, which may follow later on
  /// the command line.
  private let ranges: [ClosedRange<Int>]

  package init(_ count: Int) {
    description = "\(count)"
    ranges = [count...count]
  }

  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let ranges = Self.ladder(parts) ?? parts.mapAll(Self.range) else { return nil }
    description = text
    self.ranges = ranges
  }

  package var largest: Int { ranges.map(\.upperBound).max()! }

  /// The distinct counts in ascending order. A range may be too large to enumerate, so check ``largest`` first.
  package var counts: [Int] { Set(ranges.flatMap { $0 }).sorted() }

  /// Parses a ladder: at least two rungs, `...`, and the last rung, which is always included.
  ///
  /// If two rungs are given, their difference is the step, so that `1,2,...,8` contains each number. If three or more
  /// rungs have a common factor, they continue by that factor, otherwise by their step.
  private static func ladder(_ parts: [Substring]) -> [ClosedRange<Int>]? {
    guard parts.count >= 4, parts[parts.count - 2] == "..." else { return nil }
    guard var rungs = (parts.dropLast(2) + parts.suffix(1)).mapAll({ Int(wholeNumber: $0) }),
      rungs.allSatisfy((1...highestRung).contains), let last = rungs.popLast(), rungs.last! <= last,
      let next = nextRung(rungs)
    else { return nil }
    while next(rungs.last!) < last { rungs.append(next(rungs.last!)) }
    return (rungs + [last]).map { $0...$0 }
  }

  /// The highest possible rung, far beyond any limit on threads. A longer ladder would be too large to enumerate.
  private static let highestRung = 1 << 20

  private static func nextRung(_ rungs: [Int]) -> ((Int) -> Int)? {
    let pairs = Array(zip(rungs, rungs.dropFirst()))
    let (factor, step) = (rungs[1] / rungs[0], rungs[1] - rungs[0])
    if rungs.count > 2, factor > 1, pairs.allSatisfy({ $0 * factor == $1 }) { return { $0 * factor } }
    if step > 0, pairs.allSatisfy({ $0 + step == $1 }) { return { $0 + step } }
    return nil
  }

  private static func range(_ text: Substring) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).mapAll { Int(wholeNumber: $0) }
    guard let ends, ends.count <= 2, ends[0] >= 1, ends[0] <= ends.last! else { return nil }
    return ends[0]...ends.last!
  }
}

extension Collection {
  /// Returns the values of all elements, or `nil` if an element has no value.
  func mapAll<Value>(_ value: (Element) -> Value?) -> [Value]? {
    let values = compactMap(value)
    return values.count == count ? values : nil
  }
}
