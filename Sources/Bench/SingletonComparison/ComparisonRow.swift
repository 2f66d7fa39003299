package import SingletonCore

/// The comparison of one group of rows between two reports.
package struct ComparisonRow: Sendable {
  package let key: RowKey
  package let verdict: GroupChange
  /// Whether the user has accepted that the group is missing or new.
  package var isForgiven = false
  /// Whether the outcomes alone are worse, without regard to counts and times.
  package var breaksPromise = false
  /// The reason for the verdict, in one sentence.
  package let why: String
  /// The group in the old report, or `nil` if that report has no row of the group.
  package let old: ReplicateGroup?
  package let new: ReplicateGroup?
  /// The change of the access times, or `nil` if one of the reports has no times.
  package var time: TimingChange?
  /// The change of the number of instructions, or `nil` if neither report has counts.
  package var counts: CountChange?
}

/// The verdict on one group of rows in two reports. The cases are in the order of their importance to a reader;
/// `ComparisonTable.swift` says what each means.
package enum GroupChange: String, CaseIterable, Sendable {
  case worse
  case missing
  case tooWeak = "too weak"
  case notJudged = "not judged"
  case better
  case new
  case same
  case sameOutcomes = "same outcomes"

  /// Whether nothing about the group has changed.
  package var isUnchanged: Bool { self == .same || self == .sameOutcomes }
}
