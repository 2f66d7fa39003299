/// The verdict on one group of rows in two reports, in the order of importance to a reader.
package enum ComparisonVerdict: String, CaseIterable, Sendable {
  /// A regression.
  case worse
  /// One report lacks data that the other has.
  case notComparable = "not comparable"
  /// A defect that the old report shows and the new one does not, although it had enough trials.
  case tooWeak = "too weak"
  case better
  case same
}
