/// What became of one group of rows between two reports: same strategy, scenario, threads, engine and initialiser's cost.
package struct ComparisonRow: Sendable {
  package let key: GroupKey
  package let verdict: ComparisonVerdict
  /// Not comparable, and whoever asked does not mind.
  package let isForgiven: Bool
  /// One sentence.
  package let why: String
  /// nil where the side has no row of the group.
  package let old: GroupSummary?
  package let new: GroupSummary?
  /// nil where one side has no times.
  package let time: TimeComparison?

  package init(
    key: GroupKey, verdict: ComparisonVerdict, isForgiven: Bool = false, why: String, old: GroupSummary?,
    new: GroupSummary?, time: TimeComparison? = nil
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

/// In the order in which they matter to a reader.
package enum ComparisonVerdict: String, CaseIterable, Sendable {
  /// A regression.
  case worse
  /// One side has not what the other is to be held against.
  case notComparable = "not comparable"
  /// A defect that the old side showed, and the new one does not although it had trials enough.
  case tooWeak = "too weak"
  case better
  case same
}

/// What tells one group from another. As text: a report may be of another version's catalogue.
package struct GroupKey: Hashable, Sendable {
  package let strategy: String
  package let scenario: String
  package let threads: UInt64
  package let engine: String
  package let initializerCost: String

  package init(strategy: String, scenario: String, threads: UInt64, engine: String, initializerCost: String) {
    self.strategy = strategy
    self.scenario = scenario
    self.threads = threads
    self.engine = engine
    self.initializerCost = initializerCost
  }
}

/// The replicates of a group on one side, pooled.
package struct GroupSummary: Equatable, Sendable {
  /// Those that ran and were graded.
  package let replicates: Int
  /// The worst of them; nil where none was graded.
  package let grade: Grade?
  package let trials: UInt64
  package let violatingTrials: UInt64
  /// Median over the replicates, nanoseconds.
  package let access: Double?

  package init(replicates: Int, grade: Grade?, trials: UInt64, violatingTrials: UInt64, access: Double?) {
    self.replicates = replicates
    self.grade = grade
    self.trials = trials
    self.violatingTrials = violatingTrials
    self.access = access
  }

  /// How often a trial violates; nil without a trial.
  package var rate: RateInterval? {
    RateInterval(of: Int(clamping: min(violatingTrials, trials)), in: Int(clamping: trials))
  }
}

/// The later accesses of a group, as measured or over their file's floor at the same thread count, whichever has changed
/// less.
package struct TimeComparison: Sendable {
  package enum Verdict: String, Sendable { case slower, faster, same, notGated = "not gated" }

  /// New against old, of the medians; above 1 is slower.
  package let ratio: Double
  /// Percent above which the group is slower; nil where no gate was asked for.
  package let gate: Double?
  /// Of the rank sum test, adjusted for the number of groups; nil where it was not made.
  package let adjustedP: Double?
  /// With 95 % confidence the ratio is above this; nil where that was not needed for a verdict.
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
