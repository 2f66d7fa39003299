import SingletonStatistics

/// The comparison of one group of rows between two reports.
package struct ComparisonRow: Sendable {
  package let key: RowKey
  package let verdict: GroupChange
  /// Whether the user accepts that the group is missing or new.
  package let isForgiven: Bool
  /// The reason, in one sentence.
  package let why: String
  /// The group in the old report, or `nil` if the report has none of its rows.
  package let old: GroupSummary?
  package let new: GroupSummary?
  /// The change of the access times, or `nil` if one of the reports has no times.
  package let time: TimingChange?

  package init(
    key: RowKey, verdict: GroupChange, isForgiven: Bool = false, why: String, old: GroupSummary?,
    new: GroupSummary?, time: TimingChange? = nil
  ) {
    self.key = key
    self.verdict = verdict
    self.isForgiven = isForgiven
    self.why = why
    self.old = old
    self.new = new
    self.time = time
  }
}

/// The verdict on one group of rows in two reports. The cases are in the order of their importance to a reader.
package enum GroupChange: String, CaseIterable, Sendable {
  /// A regression.
  case worse
  /// The new report lacks a row of the old one, or did not run that row.
  case missing
  /// A defect that the old report shows and the new one does not, although it had enough trials.
  case tooWeak = "too weak"
  /// A gate was given, and the times do not decide whether the group passes it.
  case notJudged = "not judged"
  case better
  /// A row that only the new report has run.
  case new
  /// The same outcomes, and times within the gate.
  case same
  /// The same outcomes, and no times to judge, or no gate.
  case sameOutcomes = "same outcomes"

  /// Whether nothing about the group has changed.
  package var isUnchanged: Bool { self == .same || self == .sameOutcomes }
}

/// The pooled replicates of one group of rows.
package struct GroupSummary: Equatable, Sendable {
  /// The number of replicates that ran and were graded.
  package let replicates: Int
  /// The worst grade, or `nil` if no replicate was graded.
  package let grade: Grade?
  package let trials: UInt64
  package let violatingTrials: UInt64
  /// The share of violating trials in a replicate: the median over the replicates and its interval, or `nil` if no
  /// replicate has a trial.
  ///
  /// Trials of one process are not independent: two runs of the same binary, one after the other, had 8% and 26%. So
  /// the replicates are the samples, and fewer than six of them have no interval.
  package let rates: MedianInterval?
  /// The median of later accesses over the replicates, in nanoseconds.
  package let access: Double?

  package init(
    replicates: Int, grade: Grade?, trials: UInt64, violatingTrials: UInt64, rates: MedianInterval?, access: Double?
  ) {
    self.replicates = replicates
    self.grade = grade
    self.trials = trials
    self.violatingTrials = violatingTrials
    self.rates = rates
    self.access = access
  }
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

    package init(_ measure: Measure, old: Double, new: Double) {
      self.measure = measure
      self.old = old
      self.new = new
    }
  }

  /// The medians in all measures; the first ones are nanoseconds.
  package let medians: [Medians]
  /// The new median divided by the old one; above 1 is slower. It is 1 if the measures contradict each other.
  package var ratio: Double { medians.ratio }
  /// The percentage above which the group is slower, or `nil` if there is no gate.
  package let gate: Double?
  /// The p-value of the rank-sum test, adjusted for the number of groups, or `nil` if the test was not made.
  package let adjustedP: Double?
  /// The bound above which the ratio lies with 95 % confidence, or `nil` if no verdict needed it.
  package let lowerBound: Double?
  package let direction: Direction

  package init(medians: [Medians], gate: Double?, adjustedP: Double?, lowerBound: Double?, direction: Direction) {
    self.medians = medians
    self.gate = gate
    self.adjustedP = adjustedP
    self.lowerBound = lowerBound
    self.direction = direction
  }
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
