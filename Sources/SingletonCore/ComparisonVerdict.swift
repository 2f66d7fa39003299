/// The verdict on one group of rows in two reports, in the order of importance to a reader.
package enum ComparisonVerdict: String, CaseIterable, Sendable {
  /// A regression.
  case worse
  /// The new report lacks a row of the old one, or has not run it.
  case missing
  /// A defect that the old report shows and the new one does not, although it had enough trials.
  case tooWeak = "too weak"
  /// A gate was asked for, and there is no telling whether the times pass it.
  case notJudged = "not judged"
  case better
  /// A row that only the new report has run.
  case new
  /// The same outcomes, and times within the gate.
  case same
  /// The same outcomes, and no times to judge, or no gate.
  case sameOutcomes = "same outcomes"

  /// Whether there is nothing to tell about the group.
  package var isUnchanged: Bool { self == .same || self == .sameOutcomes }
}
