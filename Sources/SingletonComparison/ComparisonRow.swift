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

/// The change of the time of a group's later accesses. Of several measures, the one with the smallest change counts.
package struct TimingChange: Sendable {
  package enum Direction: String, CaseIterable, Sendable { case slower, faster, same, notJudged = "not judged" }

  /// The unit in which times are compared.
  package enum Measure: String, CaseIterable, Sendable {
    case nanoseconds = "ns"
    /// Multiples of the time of the empty loop.
    case floor
    /// Multiples of the time that a cache line takes from one core to another.
    case line
  }

  /// The medians of both reports in one measure. They cover only states of the machine that occurred in both.
  package struct Medians: Sendable {
    package let measure: Measure
    package let old: Double
    package let new: Double
    package var ratio: Double { new / old }
  }

  /// The medians in all measures. The first are in nanoseconds.
  package let medians: [Medians]
  /// The new median divided by the old one. Above 1, the new side is slower. It is 1 if some measures say slower and
  /// others faster.
  package var ratio: Double { medians.ratio }
  /// The limit, in percent, above which the group counts as slower, or `nil` if there is no gate.
  let gate: Double?
  /// The p-value of the rank-sum test, adjusted for the number of groups, or `nil` if no test was made.
  var adjustedP: Double?
  /// The lower bound of the ratio with 95 % confidence, or `nil` if no verdict needed it.
  var lowerBound: Double?
  package let direction: Direction
}

extension [TimingChange.Medians] {
  /// The medians that changed least, or `nil` if some measures say slower and others faster.
  package var decisive: TimingChange.Medians? {
    if allSatisfy({ $0.ratio > 1 }) { return self.min { $0.ratio < $1.ratio } }
    if allSatisfy({ $0.ratio < 1 }) { return self.max { $0.ratio < $1.ratio } }
    return first { $0.ratio == 1 }
  }

  package var ratio: Double { decisive?.ratio ?? 1 }
}
