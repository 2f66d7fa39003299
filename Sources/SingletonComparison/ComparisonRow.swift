package import SingletonCore

/// The comparison of one group of rows between two reports.
package struct ComparisonRow: Sendable {
  package let key: RowKey
  package let verdict: GroupChange
  /// Whether the user accepts that the group is missing or new.
  package var isForgiven = false
  /// The reason, in one sentence.
  package let why: String
  /// The group in the old report, or `nil` if the report has none of its rows.
  package let old: ReplicateGroup?
  package let new: ReplicateGroup?
  /// The change of the access times, or `nil` if one of the reports has no times.
  package var time: TimingChange?
  /// The change of the instructions of an access, or `nil` if neither report has counts.
  package var counts: CountChange?
}

/// The verdict on one group of rows in two reports. The cases are in the order of their importance to a reader.
package enum GroupChange: String, CaseIterable, Sendable {
  /// A regression.
  case worse
  /// The new report lacks a row of the old one, or did not run that row.
  case missing
  /// A defect that the old report shows and the new one does not, although it had enough trials.
  case tooWeak = "too weak"
  /// Counts of instructions cannot be compared; or a gate for times was given, and they do not decide whether the group
  /// passes it.
  case notJudged = "not judged"
  case better
  /// A row that only the new report has run.
  case new
  /// The same outcomes, and counts and times within the gates, as far as they are judged.
  case same
  /// The same outcomes, and nothing else to judge.
  case sameOutcomes = "same outcomes"

  /// Whether nothing about the group has changed.
  package var isUnchanged: Bool { self == .same || self == .sameOutcomes }
}

/// The change of a group's later accesses, in the measure in which they changed least.
package struct TimingChange: Sendable {
  package enum Direction: String, Sendable { case slower, faster, same, notJudged = "not judged" }

  /// The unit in which times are compared.
  package enum Measure: String, Sendable {
    case nanoseconds = "ns"
    /// Multiples of the same loop without the strategy.
    case floor
    /// Multiples of the time that a cache line takes from core to core.
    case line
  }

  /// The medians of both sides in one measure, in the states of the machine that both sides have.
  package struct Medians: Sendable {
    package let measure: Measure
    package let old: Double
    package let new: Double
    package var ratio: Double { new / old }
  }

  /// The medians in all measures; the first ones are nanoseconds.
  package let medians: [Medians]
  /// The new median divided by the old one; above 1 is slower. It is 1 if the measures contradict each other.
  package var ratio: Double { medians.ratio }
  /// The percentage above which the group is slower, or `nil` if there is no gate.
  let gate: Double?
  /// The p-value of the rank-sum test, adjusted for the number of groups, or `nil` if the test was not made.
  var adjustedP: Double?
  /// The bound above which the ratio lies with 95 % confidence, or `nil` if no verdict needed it.
  var lowerBound: Double?
  package let direction: Direction
}

extension [TimingChange.Medians] {
  /// The medians that changed least, or `nil` if the measures contradict each other.
  package var decisive: TimingChange.Medians? {
    if allSatisfy({ $0.ratio > 1 }) { return self.min { $0.ratio < $1.ratio } }
    if allSatisfy({ $0.ratio < 1 }) { return self.max { $0.ratio < $1.ratio } }
    return first { $0.ratio == 1 }
  }

  package var ratio: Double { decisive?.ratio ?? 1 }
}
