/// The change of a group's later accesses, in the measure in which they changed least.
package struct TimingChange: Sendable {
  package enum Verdict: String, Sendable { case slower, faster, same, notJudged = "not judged" }

  /// What a time is measured in.
  package enum Measure: String, Sendable {
    case nanoseconds = "ns"
    /// Multiples of the same loop without the strategy.
    case floor
    /// Multiples of a cache line's way from core to core.
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
  package let verdict: Verdict

  package init(medians: [Medians], gate: Double?, adjustedP: Double?, lowerBound: Double?, verdict: Verdict) {
    self.medians = medians
    self.gate = gate
    self.adjustedP = adjustedP
    self.lowerBound = lowerBound
    self.verdict = verdict
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
