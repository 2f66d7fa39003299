import SingletonCore
import SingletonTextFormats

/// A comparison of two reports, group by group.
package struct ReportComparison: Sendable {
  /// The compared groups, those with the most important verdict first, and broken promises before counts and times.
  package let rows: [ComparisonRow]
  /// Notes that concern the whole comparison, one sentence each.
  package let notes: [String]
  /// The verdicts of all groups, except those that the user accepts. They determine the exit code.
  package let findings: Set<GroupChange>
  /// Whether a gate was requested, but no times could be judged.
  package let judgedNone: Bool

  package init(old: ComparedReport, new: ComparedReport, _ demands: ComparisonDemands = ComparisonDemands()) {
    let pairs = GroupPairs(old: old, new: new, demands)
    let compared = pairs.rows()
    rows = GroupChange.allCases.flatMap { verdict in
      [true, false].flatMap { first in compared.filter { $0.verdict == verdict && $0.breaksPromise == first } }
    }
    findings = Set(compared.filter { !$0.isForgiven }.map(\.verdict))
    let judged = compared.count { ($0.time?.direction ?? .notJudged) != .notJudged }
    let shortfall = demands.shortfall(judged: judged, of: pairs.timedCount)
    judgedNone = shortfall != nil
    notes = pairs.notes + [shortfall].compactMap(\.self)
  }
}

/// The requirements of a comparison besides equal outcomes, and the verdicts that are accepted.
package struct ComparisonDemands: Sendable {
  /// The percentage above which an access is slower, or `nil` if times are shown but not judged.
  package var gate: Double?
  /// The percentage by which a count of instructions may grow.
  package var instructionGate = 0.0
  package var allowsNew = true
  package var allowsMissing = false

  package init() {}

  func forgives(_ verdict: GroupChange) -> Bool {
    verdict == .new && allowsNew || verdict == .missing && allowsMissing
  }

  /// Returns a message that no row was judged although a gate was requested, or `nil` if one was.
  func shortfall(judged: Int, of timed: Int) -> String? {
    guard gate != nil, judged == 0 else { return nil }
    return "a gate was requested, and none of \(HumanFormat.counted(timed, "timed row")) could be judged"
  }
}

private struct GroupPairs {
  private let old: ComparedReport
  private let new: ComparedReport
  private let demands: ComparisonDemands
  /// The subjects whose known defect the new side shows with any number of threads.
  private let showing: Set<RowKey>
  private let pairs: [Pair]

  private typealias Pair = (old: ReplicateGroup?, new: ReplicateGroup?)

  init(old: ComparedReport, new: ComparedReport, _ demands: ComparisonDemands) {
    (self.old, self.new, self.demands) = (old, new, demands)
    pairs =
      new.groups.map { (old.group($0.key), $0) }
      + old.groups.filter { new.group($0.key) == nil }.map { ($0, nil) }
    showing = Set(new.groups.filter { $0.grades.contains(.reproduced) }.map(\.key.subject))
  }

  private var gate: Double? { demands.gate }

  /// The number of pairs of groups in which at least one side has times.
  var timedCount: Int { pairs.count { $0.old != nil && $0.new != nil && ($0.old!.isTimed || $0.new!.isTimed) } }

  /// Returns the reason why the times of a group cannot be compared, or `nil` if they can be or if neither side has
  /// times.
  private func incomparability(_ before: ReplicateGroup, _ now: ReplicateGroup) -> String? {
    guard before.isTimed || now.isTimed else { return nil }
    guard before.isTimed, now.isTimed else { return "no times in the \(before.isTimed ? "new" : "old") report" }
    let times = before.times + now.times
    guard Set(times.map(\.origin.fingerprint)).count == 1 else { return "times of different machines or builds" }
    guard Set(times.map(\.origin)).count == 1 else { return "times of two versions of the harness" }
    guard times.allSatisfy({ $0.floor > 0 && $0.access > 0 }) else { return "times without a floor" }
    return old.speed.difference(to: new.speed)
  }

  func rows() -> [ComparisonRow] { pairs.map(row) }

  private func row(_ pair: Pair) -> ComparisonRow {
    let (old, new) = pair
    let outcome = GroupAssessment(old: old, new: new, showing: showing)
    guard let before = old, let now = new, outcome.verdict != .missing else { return row(pair, [outcome], nil, nil) }
    let counts = CountChange(before, now, gate: demands.instructionGate)
    let judged = [outcome, counts.map { GroupAssessment($0.direction.verdict, $0.why) }]
    let obstacle = incomparability(before, now)
    let time = before.isTimed && obstacle == nil ? TimingChange(before.times, now.times, gate: gate) : nil
    guard gate != nil else { return row(pair, judged.compactMap(\.self), time, counts) }
    let unjudged = obstacle.map { GroupAssessment(.notJudged, "times not judged: \($0)") }
    let all = judged + [time?.assessment, unjudged, Self.contradiction(time, counts)]
    return row(pair, all.compactMap(\.self), time, counts)
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
  var notes: [String] { [countsNote, fingerprintNote, stateNote, replicatesNote].compactMap(\.self) }

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

  private var replicatesNote: String? {
    guard gate != nil else { return nil }
    let timed = pairs.compactMap { pair -> Int? in
      guard case (let before?, let now?) = pair, before.isTimed, incomparability(before, now) == nil else { return nil }
      return min(before.times.count, now.times.count)
    }
    let weak = timed.count { $0 < TimingChange.leastReplicates }
    guard weak > 0 else { return nil }
    return "times not judged: \(HumanFormat.grouped(weak)) of \(HumanFormat.counted(timed.count, "timed row"));"
      + " a verdict needs \(TimingChange.leastReplicates) replicates per side"
  }
}

extension ReplicateGroup {
  fileprivate var isTimed: Bool { !times.isEmpty }
}
