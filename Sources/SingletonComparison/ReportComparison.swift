import SingletonCore
import SingletonStatistics
import SingletonTextFormats

/// A comparison of two reports, group by group.
package struct ReportComparison: Sendable {
  /// The compared groups, those with the most important verdict first, and broken promises before counts and times.
  package let rows: [ComparisonRow]
  /// Notes that concern the whole comparison, one sentence each.
  package let notes: [String]
  /// The verdicts of all groups, except those that the user accepts. They determine the exit code.
  package let findings: Set<GroupChange>
  /// Whether a gate was requested, but too few times could be judged for the result to mean anything.
  package let judgedTooFew: Bool

  package init(old: ComparedReport, new: ComparedReport, _ demands: ComparisonDemands = ComparisonDemands()) {
    let pairs = GroupPairs(old: old, new: new, demands)
    let compared = pairs.rows()
    rows = GroupChange.allCases.flatMap { verdict in
      [true, false].flatMap { first in compared.filter { $0.verdict == verdict && $0.breaksPromise == first } }
    }
    findings = Set(compared.filter { !$0.isForgiven }.map(\.verdict))
    let judged = compared.count { ($0.time?.direction ?? .notJudged) != .notJudged }
    let shortfall = demands.shortfall(judged: judged, of: pairs.timedCount)
    judgedTooFew = shortfall != nil
    notes = pairs.notes + [shortfall].compactMap(\.self)
  }
}

/// The requirements of a comparison besides equal outcomes, and the verdicts that are accepted.
package struct ComparisonDemands: Sendable {
  /// The gate for times, or `nil` if times are shown but not judged.
  package var gate: TimeGate?
  /// The percentage by which a count of instructions may grow.
  package var instructionGate = 0.0
  /// The minimum share of the timed rows that must be judged, in percent. At least one row must always be judged.
  package var judgedPercent = 0.0
  package var allowsNew = true
  package var allowsMissing = false

  package init() {}

  func forgives(_ verdict: GroupChange) -> Bool {
    verdict == .new && allowsNew || verdict == .missing && allowsMissing
  }

  /// Returns a message that too few rows were judged, or `nil` if enough were.
  func shortfall(judged: Int, of timed: Int) -> String? {
    guard gate != nil, judged == 0 || Double(judged) * 100 < judgedPercent * Double(timed) else { return nil }
    let rows = HumanFormat.counted(timed, "timed row")
    return judged == 0
      ? "a gate was requested, and none of \(rows) could be judged"
      : "only \(HumanFormat.grouped(judged)) of \(rows) could be judged, less than \(HumanFormat.short(judgedPercent))%"
  }
}

private struct GroupPairs {
  private let old: ComparedReport
  private let new: ComparedReport
  private let demands: ComparisonDemands
  /// The subjects whose known defect the new side shows with any number of threads.
  private let showing: Set<RowKey>
  private let pairs: [Pair]
  /// The pairs of groups with comparable times on both sides: the index of each in `pairs`, and its times.
  private var timed: [(place: Int, times: TimingComparison.Candidate)] = []

  private typealias Pair = (old: ReplicateGroup?, new: ReplicateGroup?)

  init(old: ComparedReport, new: ComparedReport, _ demands: ComparisonDemands) {
    (self.old, self.new, self.demands) = (old, new, demands)
    pairs =
      new.groups.map { (old.group($0.key), $0) }
      + old.groups.filter { new.group($0.key) == nil }.map { ($0, nil) }
    showing = Set(new.groups.filter { $0.grades.contains(.reproduced) }.map(\.key.subject))
    timed = pairs.indices.compactMap { place in candidate(pairs[place]).map { (place, $0) } }
  }

  private var gate: TimeGate? { demands.gate }

  /// The number of pairs of groups in which at least one side has times.
  var timedCount: Int { pairs.count { $0.old != nil && $0.new != nil && ($0.old!.isTimed || $0.new!.isTimed) } }

  private func candidate(_ pair: Pair) -> TimingComparison.Candidate? {
    guard case (let before?, let now?) = pair, before.isTimed, now.isTimed, incomparability(before, now) == nil
    else { return nil }
    let loop = now.key.timedLoop
    return TimingComparison.Candidate(
      old: before.times, new: now.times, leastFloor: min(old.leastFloors[loop]!, new.leastFloors[loop]!),
      gate: gate?.percent(for: now.key))
  }

  /// Returns the reason why the times of a group cannot be compared, or `nil` if they can be or if neither side has
  /// times.
  private func incomparability(_ before: ReplicateGroup, _ now: ReplicateGroup) -> String? {
    guard before.isTimed || now.isTimed else { return nil }
    guard before.isTimed, now.isTimed else { return "no times in the \(before.isTimed ? "new" : "old") report" }
    let times = before.times + now.times
    let prints = Set(times.map(\.origin.fingerprint))
    guard prints.count == 1 else { return "times of different machines or builds" }
    guard Set(times.map(\.origin)).count == 1 else { return "times of two versions of the harness" }
    guard times.allSatisfy({ $0.floor > 0 && $0.access > 0 }) else { return "times without a floor" }
    if let difference = old.speed.difference(to: new.speed) { return difference }
    return gate?.applies(to: prints.first!) == false ? "gates of another machine or build" : nil
  }

  func rows() -> [ComparisonRow] {
    let assessments = TimingComparison.assessments(timed.map(\.times))
    let times = Dictionary(uniqueKeysWithValues: zip(timed.map(\.place), assessments))
    return pairs.indices.map { row(pairs[$0], time: times[$0]) }
  }

  private func row(_ pair: Pair, time: TimingComparison.Assessment?) -> ComparisonRow {
    let (old, new) = pair
    let outcome = GroupAssessment(old: old, new: new, showing: showing)
    guard let before = old, let now = new, outcome.verdict != .missing else { return row(pair, [outcome], nil, nil) }
    let counts = CountChange(before, now, gate: demands.instructionGate)
    let judged = [outcome, counts.map { GroupAssessment($0.direction.verdict, $0.why) }]
    guard gate != nil else { return row(pair, judged.compactMap(\.self), time?.time, counts) }
    let unjudged = incomparability(before, now).map { GroupAssessment(.notJudged, "times not judged: \($0)") }
    let all = judged + [time?.group, unjudged, Self.contradiction(time?.time, counts)]
    return row(pair, all.compactMap(\.self), time?.time, counts)
  }

  /// Returns a remark if a group's times changed but its counts did not, or the other way around.
  private static func contradiction(_ time: TimingChange?, _ counts: CountChange?) -> GroupAssessment? {
    switch (time?.direction, counts?.direction) {
    case (.slower, .same), (.faster, .same): GroupAssessment(.sameOutcomes, "no count of instructions changed")
    case (.same, .more), (.same, .fewer): GroupAssessment(.sameOutcomes, "its time did not change")
    default: nil
    }
  }

  /// - Parameter assessments: The assessment of the outcomes, followed by the others.
  private func row(
    _ pair: Pair, _ assessments: [GroupAssessment], _ time: TimingChange?, _ counts: CountChange?
  ) -> ComparisonRow {
    let outcome = assessments[0].verdict
    // The assessment that decides the verdict comes first.
    let assessments = GroupChange.allCases.flatMap { verdict in assessments.filter { $0.verdict == verdict } }
    let verdict = assessments[0].verdict
    let isForgiven = demands.forgives(verdict)
    let whys = assessments.map(\.why) + (isForgiven && verdict == .missing ? ["which is forgiven"] : [])
    return ComparisonRow(
      key: (pair.new ?? pair.old)!.key, verdict: verdict, isForgiven: isForgiven,
      breaksPromise: outcome == .worse,
      why: whys.filter { !$0.isEmpty }.joined(separator: "; "),
      old: pair.old, new: pair.new, time: time, counts: counts)
  }
}

extension GroupPairs {
  var notes: [String] { [countsNote, fingerprintNote, stateNote, gateNote, replicatesNote].compactMap(\.self) }

  private var countsNote: String? {
    let (before, now) = (old.countOrigins, new.countOrigins)
    guard before != now else { return nil }
    if before.isEmpty || now.isEmpty {
      return "the \(before.isEmpty ? "old" : "new") report has no counts of instructions, so they are not judged"
    }
    return "the reports come from different compilers, C libraries or processors (their counts_fingerprint differs), so"
      + " counts of instructions are not judged"
  }

  private var stateNote: String? {
    old.speed.difference(to: new.speed).map { $0 + ", so times are not compared" }
  }

  private var fingerprintNote: String? {
    guard old.origins != new.origins else { return nil }
    let difference =
      Set(old.origins.map(\.fingerprint)) == Set(new.origins.map(\.fingerprint))
      ? "versions of the harness whose own cost differs (their timing_version differs)"
      : "machines or builds (their fingerprints differ)"
    return "the reports come from different \(difference), so times are not compared"
      + (gate == nil ? "" : ", although a gate was requested")
  }

  /// A note about rows that have no entry in the gate file.
  private var gateNote: String? {
    guard case .calibrated = gate else { return nil }
    let ungated = timed.count { $0.times.gate == nil }
    guard ungated > 0 else { return nil }
    return
      "\(HumanFormat.grouped(ungated)) of \(HumanFormat.grouped(timed.count)) timed rows have no gate in the gate file"
  }

  private var replicatesNote: String? {
    let wanted = timed.map(\.times).filter { $0.gate != nil }
    let weak = wanted.count { !$0.canTell(among: wanted.count) }
    guard weak > 0 else { return nil }
    let needed = RankSumTest.replicatesNeeded(among: wanted.count)
    return "times not judged: \(HumanFormat.grouped(weak)) of \(HumanFormat.counted(wanted.count, "timed row"));"
      + " a verdict among this many needs \(needed) replicates per side"
  }
}

extension ReplicateGroup {
  fileprivate var isTimed: Bool { !times.isEmpty }
}
