import SingletonCore
import SingletonPlatform
import SingletonStatistics
import SingletonTextFormats

/// A verdict on the outcomes or on the times of one group.
struct GroupAssessment {
  let verdict: ComparisonVerdict
  /// The reason, without a period.
  let why: String
}

/// A comparison of the correctness of one group of rows in two reports. The rate at which defective code misbehaves
/// varies, so it is shown but never judged.
struct CorrectnessComparison: Sendable {
  /// Returns whether any group of the new side shows the strategy's defect in the scenario, with any number of threads.
  let newSideShows: @Sendable (RowKey) -> Bool

  /// Assesses a group that at least one report has.
  func assess(old: ReplicateGroup?, new: ReplicateGroup?) -> GroupAssessment {
    guard let new, new.grade != nil else { return GroupAssessment(verdict: .missing, why: absence(of: new, in: "new")) }
    guard let old, old.grade != nil else { return newcomer(new, why: absence(of: old, in: "old")) }
    return failed(old, new) ?? redeclared(old, new) ?? silent(old, new)
      ?? GroupAssessment(verdict: .sameOutcomes, why: asBefore(old, new))
  }

  /// Returns why a report has no outcome of a group.
  private func absence(of group: ReplicateGroup?, in report: String) -> String {
    guard let group else { return "missing in the \(report) report" }
    return "no row that ran in the \(report) report (\(group.absence?.description ?? "no grade"))"
  }

  /// Assesses a group with an outcome in the new report only. Nothing has become worse, but a broken promise is one.
  private func newcomer(_ new: ReplicateGroup, why absence: String) -> GroupAssessment {
    new.grade == .failed
      ? GroupAssessment(verdict: .worse, why: "new, and a promise is broken: \(new.breach)")
      : GroupAssessment(verdict: .new, why: "\(absence); now \(new.text)")
  }

  private func failed(_ old: ReplicateGroup, _ new: ReplicateGroup) -> GroupAssessment? {
    switch (old.grade == .failed, new.grade == .failed) {
    case (false, true):
      return GroupAssessment(verdict: .worse, why: "a promise is newly broken: \(old.text) before, now \(new.breach)")
    case (true, false):
      return GroupAssessment(
        verdict: .better, why: "a promise that was broken is kept: \(old.breach) before, now \(new.text)")
    case (true, true) where old.undeclaredEnd == nil && new.undeclaredEnd != nil:
      return GroupAssessment(verdict: .worse, why: "broken before, and it ends worse now: \(new.breach)")
    case (true, true) where old.undeclaredEnd != nil && new.undeclaredEnd == nil:
      return GroupAssessment(
        verdict: .better, why: "still broken, but it ends better: \(old.breach) before, now \(new.breach)")
    case (true, true):
      return GroupAssessment(verdict: .sameOutcomes, why: "broken before and now: \(new.breach)")
    case (false, false):
      return nil
    }
  }

  /// Assesses a changed declaration. A promise that is no longer declared is a lost promise.
  private func redeclared(_ old: ReplicateGroup, _ new: ReplicateGroup) -> GroupAssessment? {
    let (before, now) = (old.expected.demand, new.expected.demand)
    guard before != now, before == .sound || now == .sound else { return nil }
    return before == .sound
      ? GroupAssessment(verdict: .worse, why: "declared sound before, and now \(now)")
      : GroupAssessment(verdict: .better, why: "declared \(before) before, and now sound: \(new.text)")
  }

  private func silent(_ old: ReplicateGroup, _ new: ReplicateGroup) -> GroupAssessment? {
    guard old.grade == .reproduced, new.grade == .notReproduced, !newSideShows(new.key) else { return nil }
    let silence =
      "its known defect was \(old.text) before and is not any more in \(HumanFormat.counted(new.trials, "trial"))"
    return hadTrialsEnough(old.summary, new)
      ? GroupAssessment(verdict: .tooWeak, why: silence + ", which were enough to see it")
      : GroupAssessment(verdict: .sameOutcomes, why: silence + ", too few to expect it")
  }

  /// Returns whether the new side has enough trials to expect the defect: with the lower bound of the old side's rate,
  /// they would show no violation with a probability below 5%. The bound is the lower one of that over the trials and
  /// that over the replicates. If the defect causes no violations, the new side must
  /// have at least as many trials as the old side.
  private func hadTrialsEnough(_ old: GroupSummary, _ new: ReplicateGroup) -> Bool {
    let overTrials = RateInterval(
      of: Int(clamping: min(old.violatingTrials, old.trials)), in: Int(clamping: old.trials))
    let bounds = [overTrials?.interval.lowerBound, old.rates?.interval?.lowerBound].compactMap(\.self)
    guard let rate = bounds.min(), rate > 0 else { return new.trials >= old.trials }
    return log1p(-rate) * Double(new.trials) < log(0.05)
  }

  private func asBefore(_ old: ReplicateGroup, _ new: ReplicateGroup) -> String {
    guard old.violatingTrials > 0 || new.violatingTrials > 0 else { return "\(new.text), as before" }
    return "\(new.text); before: \(old.text)"
  }
}

extension ReplicateGroup {
  /// The outcome as a text, such as `passed` or `reproduced in 0.62% (0.6-0.64%) of 355,012 trials`.
  var text: String {
    switch grade {
    case .passed where violatingTrials == 0: "passed"
    case .passed: "passed" + frequency
    case .reproduced: "reproduced" + frequency
    case .notReproduced: "not reproduced in \(HumanFormat.counted(trials, "trial"))"
    case .failed: breach
    case nil: "not run"
    }
  }

  /// How the promise was broken, as far as a report shows it.
  var breach: String {
    undeclaredEnd.map { "\($0)" }
      ?? (violatingTrials > 0 ? "forbidden outcomes" + frequency : "an outcome that is not declared")
  }

  private var frequency: String {
    guard violatingTrials > 0, let rate = summary.rates else { return "" }
    return " in \(HumanFormat.rate(rate)) of \(HumanFormat.counted(trials, "trial"))"
  }
}
