/// How the later accesses of a group changed, in nanoseconds or in multiples of their file's floor, whichever has changed
/// less.
package struct TimingChange: Sendable {
  package enum Verdict: String, Sendable { case slower, faster, same, notGated = "not gated" }

  /// The new median over the old one; above 1 is slower.
  package let ratio: Double
  /// The percentage above which the group is slower, or `nil` without a gate.
  package let gate: Double?
  /// The p-value of the rank sum test, adjusted for the number of groups, or `nil` if the test was not made.
  package let adjustedP: Double?
  /// The bound that the ratio is above with 95 % confidence, or `nil` if no verdict needed it.
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
