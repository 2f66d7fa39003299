import SingletonStatistics

/// The pooled replicates of one group of rows.
package struct GroupSummary: Equatable, Sendable {
  /// The number of replicates that ran and were graded.
  package let replicates: Int
  /// The worst grade, or `nil` if no replicate was graded.
  package let grade: Grade?
  package let trials: UInt64
  package let violatingTrials: UInt64
  /// The share of violating trials in a replicate: the median over the replicates and its interval, or `nil` if none
  /// has a trial.
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
