package import SingletonCore
import SingletonPlatform
import SingletonStatistics
import SingletonTextFormats

/// A comparison of two reports, group by group.
package struct ReportComparison: Sendable {
  /// The compared groups, the most important verdict first.
  package let rows: [ComparisonRow]
  /// Notes about the comparison as a whole, one sentence each.
  package let notes: [String]
  /// The verdicts of all rows that are not forgiven. They determine the exit code.
  package let findings: Set<GroupChange>
  /// Whether a gate was asked for and has judged too few times to mean anything.
  package let judgedTooFew: Bool

  package init(old: ComparedReport, new: ComparedReport, _ demands: ComparisonDemands = ComparisonDemands()) {
    let pairs = GroupPairs(old: old, new: new, demands)
    let assessments = TimingComparison(pairs.candidates, evidence: pairs.evidence).assessments()
    let compared = Array(pairs.all.indices).concurrentMap { pairs.row(pairs.all[$0], time: assessments[$0]) }
    rows = GroupChange.allCases.flatMap { verdict in compared.filter { $0.verdict == verdict } }
    findings = Set(compared.filter { !$0.isForgiven }.map(\.verdict))
    let shortfall = demands.shortfall(
      judged: assessments.values.count { $0.time.direction != .notJudged }, of: pairs.timedCount)
    judgedTooFew = shortfall != nil
    notes = pairs.notes + [shortfall].compactMap(\.self)
  }
}

/// What a comparison has to do besides comparing outcomes, and what it forgives.
package struct ComparisonDemands: Sendable {
  /// The gate for times, or `nil` to show times without judging them.
  package var gate: TimeGate?
  /// The least share of the timed rows that must be judged, in percent. At least one row must be.
  package var judgedPercent = 0.0
  package var allowsNew = true
  package var allowsMissing = false

  package init() {}

  func forgives(_ verdict: GroupChange) -> Bool {
    verdict == .new && allowsNew || verdict == .missing && allowsMissing
  }

  /// Returns why so many judged rows are too few, or `nil` if they are enough.
  func shortfall(judged: Int, of timed: Int) -> String? {
    guard gate != nil, judged == 0 || Double(judged) * 100 < judgedPercent * Double(timed) else { return nil }
    let rows = HumanFormat.counted(timed, "timed row")
    return judged == 0
      ? "a gate was asked for, and none of \(rows) could be judged"
      : "only \(HumanFormat.grouped(judged)) of \(rows) could be judged, less than \(HumanFormat.short(judgedPercent))%"
  }
}

/// The groups of both sides in pairs.
private struct GroupPairs: Sendable {
  let all: [Pair]
  private let old: ComparedReport
  private let new: ComparedReport
  private let demands: ComparisonDemands
  private let judge: CorrectnessComparison
  private let speeds: (old: MachineSpeed, new: MachineSpeed)
  /// The pairs with comparable times on both sides.
  private(set) var candidates: [TimingComparison.Candidate] = []

  /// The indices of one group on each side.
  struct Pair {
    let old: Int?
    let new: Int?
  }

  init(old: ComparedReport, new: ComparedReport, _ demands: ComparisonDemands) {
    (self.old, self.new, self.demands) = (old, new, demands)
    speeds = (old.speed, new.speed)
    all =
      new.groups.indices.map { Pair(old: old.place(of: new.groups[$0].key), new: $0) }
      + old.groups.indices.filter { new.place(of: old.groups[$0].key) == nil }.map { Pair(old: $0, new: nil) }
    // A defect shown with any number of threads counts as shown.
    let showing = Set(new.groups.filter { $0.grades.contains(.reproduced) }.map(\.key.subject))
    judge = CorrectnessComparison { showing.contains($0.subject) }
    candidates = all.indices.compactMap(candidate)
  }

  private var gate: TimeGate? { demands.gate }

  /// The number of pairs of which at least one side has times.
  var timedCount: Int {
    all.count { pair in
      guard case (let before?, let now?) = groups(of: pair) else { return false }
      return before.isTimed || now.isTimed
    }
  }

  private func groups(of pair: Pair) -> (old: ReplicateGroup?, new: ReplicateGroup?) {
    (pair.old.map { old.groups[$0] }, pair.new.map { new.groups[$0] })
  }

  private func candidate(_ place: Int) -> TimingComparison.Candidate? {
    guard case (let before?, let now?) = groups(of: all[place]), before.isTimed, now.isTimed,
      incomparability(before, now) == nil
    else { return nil }
    return TimingComparison.Candidate(
      place: place, sizes: (before.times.count, now.times.count), gate: gate?.percent(for: now.key))
  }

  /// - Parameter count: The number of rows that are judged together, or `nil` if this one is not judged.
  @Sendable
  func evidence(_ candidate: TimingComparison.Candidate, among count: Int?) -> TimeEvidence {
    let (before, now) = (old.groups[all[candidate.place].old!], new.groups[all[candidate.place].new!])
    let leastFloor = min(old.leastFloors[now.key.threads]!, new.leastFloors[now.key.threads]!)
    return TimeEvidence(before.times, now.times, leastFloor: leastFloor) { sizes in
      count.map { TimingComparison.canTell(sizes, among: $0) } ?? true
    }
  }

  /// Returns why the times of a group cannot be compared, or `nil` if they can be or neither side has any.
  private func incomparability(_ before: ReplicateGroup, _ now: ReplicateGroup) -> String? {
    guard before.isTimed || now.isTimed else { return nil }
    guard before.isTimed, now.isTimed else { return "no times in the \(before.isTimed ? "new" : "old") report" }
    let origins = old.origins(of: before).union(new.origins(of: now))
    let prints = Set(origins.map(\.fingerprint))
    guard prints.count == 1 else { return "times of different machines or builds" }
    guard origins.count == 1 else { return "times of two versions of the harness" }
    guard before.hasFloors, now.hasFloors else { return "times without a floor" }
    if let difference = speeds.old.difference(to: speeds.new) { return difference }
    return gate?.applies(to: prints.first!) == false ? "gates of another machine or build" : nil
  }

  func row(_ pair: Pair, time: TimingComparison.Assessment?) -> ComparisonRow {
    let (old, new) = groups(of: pair)
    let outcome = judge.assess(old: old, new: new)
    guard let before = old, let now = new, outcome.verdict != .missing else { return row(old, new, [outcome], nil) }
    guard gate != nil else { return row(before, now, [outcome], time?.time) }
    let unjudged = incomparability(before, now).map {
      GroupAssessment(verdict: .notJudged, why: "times not judged: \($0)")
    }
    return row(before, now, [outcome, time?.asGroup, unjudged].compactMap(\.self), time?.time)
  }

  private func row(
    _ old: ReplicateGroup?, _ new: ReplicateGroup?, _ assessments: [GroupAssessment], _ time: TimingChange?
  ) -> ComparisonRow {
    // What decides is said first.
    let assessments = GroupChange.allCases.flatMap { verdict in assessments.filter { $0.verdict == verdict } }
    let verdict = assessments[0].verdict
    let isForgiven = demands.forgives(verdict)
    let whys = assessments.map(\.why) + (isForgiven && verdict == .missing ? ["which is forgiven"] : [])
    return ComparisonRow(
      key: (new ?? old)!.key, verdict: verdict, isForgiven: isForgiven,
      why: whys.filter { !$0.isEmpty }.joined(separator: "; "),
      old: old?.summary, new: new?.summary, time: time)
  }
}

extension GroupPairs {
  var notes: [String] { [fingerprintNote, stateNote, gateNote, replicatesNote].compactMap(\.self) }

  private var stateNote: String? {
    speeds.old.difference(to: speeds.new).map { $0 + ", so times are not compared" }
  }

  private var fingerprintNote: String? {
    let (before, now) = (old.origins.values, new.origins.values)
    guard Set(before) != Set(now) else { return nil }
    let difference =
      Set(before.map(\.fingerprint)) == Set(now.map(\.fingerprint))
      ? "versions of the harness whose own cost differs (their timing_version differs)"
      : "machines or builds (their fingerprints differ)"
    return "the reports come from different \(difference), so times are not compared"
      + (gate == nil ? "" : ", although a gate asks for it")
  }

  /// A note about rows without an entry in the gate file.
  private var gateNote: String? {
    guard let gate else { return nil }
    let ungated = candidates.count { $0.gate == nil }
    guard case .calibrated = gate, ungated > 0 else { return nil }
    return
      "\(HumanFormat.grouped(ungated)) of \(HumanFormat.grouped(candidates.count)) timed rows have no gate in the gate file"
  }

  private var replicatesNote: String? {
    let wanted = candidates.filter { $0.gate != nil }
    let weak = wanted.count { !$0.canTell(among: wanted.count) }
    guard weak > 0 else { return nil }
    let needed = RankSumTest.replicatesNeeded(among: wanted.count)
    return "times not judged: \(HumanFormat.grouped(weak)) of \(HumanFormat.counted(wanted.count, "timed row"));"
      + " a verdict among so many needs \(needed) replicates a side"
  }
}

extension TimingComparison.Assessment {
  fileprivate var asGroup: GroupAssessment {
    let verdict: GroupChange =
      switch time.direction {
      case .slower: .worse
      case .faster: .better
      case .same: .same
      case .notJudged: .notJudged
      }
    return GroupAssessment(verdict: verdict, why: why ?? "")
  }
}

extension ReplicateGroup {
  fileprivate var isTimed: Bool { !times.isEmpty }

  fileprivate var hasFloors: Bool { times.allSatisfy { $0.floor > 0 && $0.access > 0 } }
}

extension ComparedReport {
  fileprivate func origins(of group: ReplicateGroup) -> Set<TimeOrigin> {
    Set(Set(group.times.map(\.origin)).map { origins.values[Int($0)] })
  }
}
