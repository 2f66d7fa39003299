import Statistics

/// The pooled replicates of one group of rows.
package struct GroupSummary: Equatable, Sendable {
  /// The number of replicates that ran and were graded.
  package let replicates: Int
  /// The worst grade, or `nil` if no replicate was graded.
  package let grade: Grade?
  package let trials: UInt64
  package let violatingTrials: UInt64
  /// The median of later accesses over the replicates, in nanoseconds.
  package let access: Double?

  package init(replicates: Int, grade: Grade?, trials: UInt64, violatingTrials: UInt64, access: Double?) {
    self.replicates = replicates
    self.grade = grade
    self.trials = trials
    self.violatingTrials = violatingTrials
    self.access = access
  }

  /// The rate of violating trials, or `nil` if there are no trials.
  package var rate: RateInterval? {
    RateInterval(of: Int(clamping: min(violatingTrials, trials)), in: Int(clamping: trials))
  }
}
