/// The change of a group's later accesses, in nanoseconds or in multiples of the floor, whichever changed less.
package struct TimingChange: Sendable {
  package enum Verdict: String, Sendable { case slower, faster, same, notJudged = "not judged" }

  /// The new median divided by the old one; above 1 is slower.
  package let ratio: Double
  /// The percentage above which the group is slower, or `nil` if there is no gate.
  package let gate: Double?
  /// The p-value of the rank-sum test, adjusted for the number of groups, or `nil` if the test was not made.
  package let adjustedP: Double?
  /// The bound above which the ratio lies with 95 % confidence, or `nil` if no verdict needed it.
  package let lowerBound: Double?
  package let verdict: Verdict

  package init(ratio: Double, gate: Double?, adjustedP: Double?, lowerBound: Double?, verdict: Verdict) {
    self.ratio = ratio
    self.gate = gate
    self.adjustedP = adjustedP
    self.lowerBound = lowerBound
    self.verdict = verdict
  }
}
