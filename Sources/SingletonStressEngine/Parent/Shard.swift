/// One share of a plan that is drawn from one seed and split over machines or jobs.
package struct Shard: Hashable, Sendable {
  /// The position of the share, from 1 to ``count``.
  package let number: Int
  package let count: Int

  /// The largest number of shares, far above the size of any cluster.
  private static let maxCount = 100_000

  /// Returns every `count`-th row, so that each share contains a part of each replicate.
  func share<Row>(of rows: [Row]) -> [Row] {
    stride(from: number - 1, to: rows.count, by: count).map { rows[$0] }
  }
}

/// The spelling of `--shard`, such as `2/8`.
extension Shard: LosslessStringConvertible {
  package static let spelling = "the share's number and how many there are, such as 2/8"

  package var description: String { "\(number)/\(count)" }

  package init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in part.allSatisfy(\.isNumber) ? Int(part) : nil }
    guard parts.count == 2, numbers.count == 2, (1...Self.maxCount).contains(numbers[1]),
      (1...numbers[1]).contains(numbers[0])
    else { return nil }
    (number, count) = (numbers[0], numbers[1])
  }
}
