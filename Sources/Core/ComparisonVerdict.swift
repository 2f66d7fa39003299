/// What became of one row between two reports, in the order in which it matters to a reader.
package enum ComparisonVerdict: String, CaseIterable, Sendable {
  /// A regression.
  case worse
  /// One report lacks data that the other has.
  case notComparable = "not comparable"
  /// A defect that the old report shows, and the new one does not although it had trials enough.
  case tooWeak = "too weak"
  case better
  case same
}
