/// How many threads take part in a check: a number, such as `3`, or a range, such as `2...4`, each number of which is
/// checked.
public protocol ThreadCounts {
  /// The numbers, the smallest first.
  var threadCounts: ClosedRange<Int> { get }
}

extension Int: ThreadCounts {
  /// This number alone.
  public var threadCounts: ClosedRange<Int> { self...self }
}

extension ClosedRange: ThreadCounts where Bound == Int {
  /// This range.
  public var threadCounts: ClosedRange<Int> { self }
}
