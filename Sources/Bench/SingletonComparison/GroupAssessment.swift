import SingletonCore
import SingletonPlatform
import SingletonStatistics
import SingletonTextFormats

/// A verdict on the outcomes, the counts, or the times of one group.
struct GroupAssessment {
  let verdict: GroupChange
  /// The reason for the verdict, without a period; empty if there is nothing to report.
  let why: String

  init(_ verdict: GroupChange, _ why: String) { (self.verdict, self.why) = (verdict, why) }

  /// Assesses the outcomes of a group that at least one report contains. The rate of violations is not assessed,
  /// because the rate at which defective code misbehaves varies.
  ///
  /// - Parameter showing: The subjects whose known defect the new report shows, with any number of threads.
  init(old: ReplicateGroup?, new: ReplicateGroup?, showing: Set<RowKey>) {
    guard let new, new.grade != nil else {
      self.init(.missing, Self.absence(of: new, in: "new"))
      return
    }
    guard let old, old.grade != nil else {
      // Nothing has changed for the worse, but a broken promise always counts as worse.
      self =
        new.grade == .failed
        ? GroupAssessment(.worse, "new, and a promise is broken: \(new.breach)")
        : GroupAssessment(.new, "\(Self.absence(of: old, in: "old")); now \(new.outcome)")
      return
    }
    let outcomes = OutcomePair(old: old, new: new)
    self =
      outcomes.failed ?? outcomes.redeclared ?? (showing.contains(new.key.subject) ? nil : outcomes.silent)
      ?? outcomes.unchanged
  }

  /// Returns the reason why a report has no outcome for a group.
  private static func absence(of group: ReplicateGroup?, in report: String) -> String {
    guard let group else { return "missing in the \(report) report" }
    return "no row that ran in the \(report) report (\(group.absence?.description ?? "no grade"))"
  }
}

private struct OutcomePair {
  let old: ReplicateGroup
  let new: ReplicateGroup

  var failed: GroupAssessment? {
    switch (old.grade == .failed, new.grade == .failed) {
    case (false, true):
      GroupAssessment(.worse, "a promise is newly broken: \(old.outcome) before, now \(new.breach)")
    case (true, false):
      GroupAssessment(.better, "a promise that was broken is kept: \(old.breach) before, now \(new.outcome)")
    case (true, true) where old.undeclaredEnd == nil && new.undeclaredEnd != nil:
      GroupAssessment(.worse, "broken before, and it ends worse now: \(new.breach)")
    case (true, true) where old.undeclaredEnd != nil && new.undeclaredEnd == nil:
      GroupAssessment(.better, "still broken, but it ends better: \(old.breach) before, now \(new.breach)")
    case (true, true): GroupAssessment(.sameOutcomes, "broken before and now: \(new.breach)")
    case (false, false): nil
    }
  }

  /// The assessment if the declaration has changed. If a promise is no longer declared, it counts as lost.
  var redeclared: GroupAssessment? {
    let (before, now) = (old.expected.demand, new.expected.demand)
    guard before != now, before == .sound || now == .sound else { return nil }
    return before == .sound
      ? GroupAssessment(.worse, "declared sound before, and now \(now)")
      : GroupAssessment(.better, "declared \(before) before, and now sound: \(new.outcome)")
  }

  var silent: GroupAssessment? {
    guard old.grade == .reproduced, new.grade == .notReproduced else { return nil }
    let silence =
      "its known defect was \(old.outcome) before and no longer is in \(HumanFormat.counted(new.trials, "trial"))"
    return hadTrialsEnough
      ? GroupAssessment(.tooWeak, silence + ", which were enough to see it")
      : GroupAssessment(.sameOutcomes, silence + ", too few to expect it")
  }

  /// Whether the new side has so many trials that the defect should have appeared. This is so if the probability of no
  /// violation in these trials is below 5%, at the lower bound of the old side's rate. Two lower bounds are computed,
  /// over the trials and over the replicates, and the smaller one is used. If the defect causes no violations, the new
  /// side must have at least as many trials as the old side.
  private var hadTrialsEnough: Bool {
    let overTrials = RateInterval(
      of: Int(clamping: min(old.violatingTrials, old.trials)), in: Int(clamping: old.trials))
    let bounds = [overTrials?.interval.lowerBound, old.rates?.interval?.lowerBound].compactMap(\.self)
    guard let rate = bounds.min(), rate > 0 else { return new.trials >= old.trials }
    return log1p(-rate) * Double(new.trials) < log(0.05)
  }

  var unchanged: GroupAssessment {
    guard old.violatingTrials > 0 || new.violatingTrials > 0 else {
      return GroupAssessment(.sameOutcomes, "\(new.outcome), as before")
    }
    return GroupAssessment(.sameOutcomes, "\(new.outcome); before: \(old.outcome)")
  }
}

extension ReplicateGroup {
  /// The outcome in words, such as `passed` or `reproduced in 0.62% (0.6-0.64%) of 355,012 trials`.
  var outcome: String {
    switch grade {
    case .passed where violatingTrials == 0: "passed"
    case .passed: "passed" + frequency
    case .reproduced: "reproduced" + frequency
    case .notReproduced: "not reproduced in \(HumanFormat.counted(trials, "trial"))"
    case .failed: breach
    case nil: "not run"
    }
  }

  /// How the promise was broken, in words, as far as a report shows it.
  var breach: String {
    let defects = forbidden.inOrderOfInterest.map(\.briefly).joined(separator: ", ")
    return undeclaredEnd.map { "\($0)" } ?? (defects.isEmpty ? "an outcome that is not declared" : defects) + frequency
  }

  private var frequency: String {
    guard violatingTrials > 0, let rate = rates else { return "" }
    return " in \(HumanFormat.rate(rate)) of \(HumanFormat.counted(trials, "trial"))"
  }
}

extension HumanFormat {
  /// Returns a rate over the replicates, with its 95% interval if there is one, such as `0.62% (0.6-0.64%)`. The text
  /// says 100 only if the rate is exactly that.
  fileprivate static func rate(_ rate: MedianInterval) -> String {
    let interval = rate.interval.map { " (\(percents($0.lowerBound))-\(percents($0.upperBound))%)" } ?? ""
    return percents(rate.median) + "%" + interval
  }

  /// Returns a share in percent, with enough digits to tell it from 100.
  private static func percents(_ share: Double) -> String {
    (3...15).lazy.map { numeral(100 * share, .significant($0)) }.first { share == 1 || $0 != "100" } ?? "100"
  }
}
