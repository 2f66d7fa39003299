import Outcomes
import Reports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What became of a group's correctness. Racy code misbehaves now more often and now less: that is shown, and never
/// judged.
struct CorrectnessJudge: Sendable {
  /// Whether any group of the new side, with whatever number of threads, shows the strategy's defect in the scenario.
  let newSideShows: @Sendable (GroupKey) -> Bool

  struct Opinion {
    let verdict: ComparisonVerdict
    /// Without the full stop.
    let why: String
  }

  func opinion(old: ReplicateGroup, new: ReplicateGroup) -> Opinion {
    if let absence = absence(old: old, new: new) { return Opinion(verdict: .notComparable, why: absence) }
    return broken(old, new) ?? redeclared(old, new) ?? silent(old, new)
      ?? Opinion(verdict: .same, why: asBefore(old, new))
  }

  /// Nothing that could be graded has run.
  private func absence(old: ReplicateGroup, new: ReplicateGroup) -> String? {
    let sides = [("old", old), ("new", new)].filter { $0.1.grade == nil }
    guard let (name, group) = sides.last else { return nil }
    return "no row that ran in the \(name) report (\(group.absence?.description ?? "no grade"))"
  }

  private func broken(_ old: ReplicateGroup, _ new: ReplicateGroup) -> Opinion? {
    switch (old.grade == .broken, new.grade == .broken) {
    case (false, true):
      return Opinion(verdict: .worse, why: "a promise is newly broken: \(old.words) before, now \(new.breach)")
    case (true, false):
      return Opinion(verdict: .better, why: "a promise that was broken is kept: \(old.breach) before, now \(new.words)")
    case (true, true) where old.undeclaredEnd == nil && new.undeclaredEnd != nil:
      return Opinion(verdict: .worse, why: "broken before, and it ends worse now: \(new.breach)")
    case (true, true) where old.undeclaredEnd != nil && new.undeclaredEnd == nil:
      return Opinion(verdict: .better, why: "still broken, but it ends better: \(old.breach) before, now \(new.breach)")
    case (true, true):
      return Opinion(verdict: .same, why: "broken before and now: \(new.breach)")
    case (false, false):
      return nil
    }
  }

  /// A promise that was declared away is a promise lost.
  private func redeclared(_ old: ReplicateGroup, _ new: ReplicateGroup) -> Opinion? {
    let (before, now) = (old.expected.demand, new.expected.demand)
    guard before != now, before == .sound || now == .sound else { return nil }
    return before == .sound
      ? Opinion(verdict: .worse, why: "declared sound before, and now \(now)")
      : Opinion(verdict: .better, why: "declared \(before) before, and now sound: \(new.words)")
  }

  private func silent(_ old: ReplicateGroup, _ new: ReplicateGroup) -> Opinion? {
    guard old.grade == .shown, new.grade == .notShown, !newSideShows(new.key) else { return nil }
    let silence =
      "its known defect was \(old.words) before and is not any more in \(Figure.counted(new.trials, "trial"))"
    return hadTrialsEnough(old.summary, new)
      ? Opinion(verdict: .tooWeak, why: silence + ", which were enough to see it")
      : Opinion(verdict: .same, why: silence + ", too few to expect it")
  }

  /// At the least rate that the old side leaves room for, so many trials would have stayed silent in fewer than 5 cases
  /// of 100. Where a defect is of a kind that does not violate: as many trials as before.
  private func hadTrialsEnough(_ old: GroupSummary, _ new: ReplicateGroup) -> Bool {
    guard let rate = old.rate?.interval.lowerBound, rate > 0 else { return new.trials >= old.trials }
    return log1p(-rate) * Double(new.trials) < log(0.05)
  }

  private func asBefore(_ old: ReplicateGroup, _ new: ReplicateGroup) -> String {
    guard old.violatingTrials > 0 || new.violatingTrials > 0 else { return "\(new.words), as before" }
    return "\(new.words); before: \(old.words)"
  }
}

extension ReplicateGroup {
  /// `held`, `shown in 0.62% (0.6-0.64%) of 355,012 trials`
  var words: String {
    switch grade {
    case .held where violatingTrials == 0: "held"
    case .held: "held" + frequency
    case .shown: "shown" + frequency
    case .notShown: "not shown in \(Figure.counted(trials, "trial"))"
    case .broken: breach
    case nil: "not run"
    }
  }

  /// How the promise was broken, as far as a report tells.
  var breach: String {
    undeclaredEnd.map { "\($0)" }
      ?? (violatingTrials > 0 ? "forbidden outcomes" + frequency : "an outcome that nobody declared")
  }

  private var frequency: String {
    guard violatingTrials > 0, let rate = summary.rate else { return "" }
    return " in \(Figure.rate(rate)) of \(Figure.counted(trials, "trial"))"
  }
}
