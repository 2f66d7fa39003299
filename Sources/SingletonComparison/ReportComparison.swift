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
  package let findings: Set<ComparisonVerdict>

  /// - Parameters:
  ///   - gate: The gate for times, or `nil` to show times without judging them.
  ///   - isLenient: Whether to forgive a group that one side lacks or has not graded.
  package init(old: ComparedReport, new: ComparedReport, gate: TimeGate? = nil, isLenient: Bool = false) {
    let pairs = GroupPairs(old: old, new: new, gate: gate, isLenient: isLenient)
    let assessments = TimingComparison(pairs.candidates, evidence: pairs.evidence).assessments()
    let judged = Array(pairs.all.indices).concurrentMap { pairs.row(pairs.all[$0], time: assessments[$0]) }
    rows = ComparisonVerdict.allCases.flatMap { verdict in judged.filter { $0.verdict == verdict } }
    notes = pairs.notes
    findings = Set(judged.filter { !$0.isForgiven }.map(\.verdict))
  }

  package func count(_ verdict: ComparisonVerdict) -> Int { rows.count { $0.verdict == verdict } }
}

extension ComparisonVerdict {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self)! }
}

/// The groups of both sides in pairs.
private struct GroupPairs: Sendable {
  let all: [Pair]
  private let old: ComparedReport
  private let new: ComparedReport
  private let gate: TimeGate?
  private let isLenient: Bool
  private let judge: CorrectnessComparison
  /// The pairs with comparable times on both sides.
  private(set) var candidates: [TimingComparison.Candidate] = []

  /// The indices of one group on each side.
  struct Pair {
    let old: Int?
    let new: Int?
  }

  init(old: ComparedReport, new: ComparedReport, gate: TimeGate?, isLenient: Bool) {
    (self.old, self.new, self.gate, self.isLenient) = (old, new, gate, isLenient)
    all =
      new.groups.indices.map { Pair(old: old.place(of: new.groups[$0].key), new: $0) }
      + old.groups.indices.filter { new.place(of: old.groups[$0].key) == nil }.map { Pair(old: $0, new: nil) }
    // A defect shown with any number of threads counts as shown.
    let showing = Set(new.groups.filter { $0.grades.contains(.reproduced) }.map(\.key.subject))
    judge = CorrectnessComparison { showing.contains($0.subject) }
    candidates = all.indices.compactMap(candidate)
  }

  private func groups(of pair: Pair) -> (old: ReplicateGroup?, new: ReplicateGroup?) {
    (pair.old.map { old.groups[$0] }, pair.new.map { new.groups[$0] })
  }

  private func candidate(_ place: Int) -> TimingComparison.Candidate? {
    guard case (let before?, let now?) = groups(of: all[place]), incomparability(before, now) == nil,
      old.hasFloors(for: before), new.hasFloors(for: now)
    else { return nil }
    return TimingComparison.Candidate(
      place: place, sizes: (before.times.count, now.times.count), gate: gate?.percent(for: now.key))
  }

  @Sendable
  func evidence(_ candidate: TimingComparison.Candidate) -> TimeEvidence {
    let (before, now) = (old.groups[all[candidate.place].old!], new.groups[all[candidate.place].new!])
    let step = max(before.times.map(\.step).max()!, now.times.map(\.step).max()!)
    let measured = TimeView(old: before.times.map(\.access), new: now.times.map(\.access), nanoseconds: 1)
    let overFloor = TimeView(old: old.overFloors(before), new: new.overFloors(now), nanoseconds: old.floor(of: before))
    return TimeEvidence([measured, overFloor], resolution: max(0.1, Double(step)))
  }

  /// Returns why the times of a group cannot be compared, or `nil` if they can be or there are none.
  private func incomparability(_ before: ReplicateGroup, _ now: ReplicateGroup) -> String? {
    guard !before.times.isEmpty, !now.times.isEmpty else { return nil }
    let prints = old.fingerprints(of: before).union(new.fingerprints(of: now))
    guard prints.count == 1 else { return "times of different machines or builds" }
    return gate?.applies(to: prints.first!) == false ? "gates of another machine or build" : nil
  }

  func row(_ pair: Pair, time: TimingComparison.Assessment?) -> ComparisonRow {
    let (old, new) = groups(of: pair)
    guard let before = old, let now = new else {
      let side = old == nil ? "old" : "new"
      return row(old, new, .notComparable, "missing in the \(side) report", time: nil)
    }
    let correctness = judge.assess(old: before, new: now)
    let incomparability = gate == nil ? nil : incomparability(before, now)
    let verdicts = [correctness.verdict, time?.time.verdict.asComparison, incomparability.map { _ in .notComparable }]
    let worst = verdicts.compactMap(\.self).min { $0.rank < $1.rank }!
    let whys = [correctness.why, time?.why, incomparability]
    return row(old, new, worst, whys.compactMap(\.self).joined(separator: "; "), time: time?.time)
  }

  private func row(
    _ old: ReplicateGroup?, _ new: ReplicateGroup?, _ verdict: ComparisonVerdict, _ why: String, time: TimingChange?
  ) -> ComparisonRow {
    let (before, now) = (old?.summary, new?.summary)
    let isForgiven = isLenient && (before?.grade == nil || now?.grade == nil)
    return ComparisonRow(
      key: (new ?? old)!.key, verdict: verdict, isForgiven: isForgiven,
      why: why + (isForgiven ? ", which is forgiven" : ""),
      old: before, new: now, time: time)
  }
}

extension GroupPairs {
  var notes: [String] { [fingerprintNote, gateNote, replicatesNote, timesNote].compactMap(\.self) }

  private var fingerprintNote: String? {
    guard Set(old.fingerprints.texts) != Set(new.fingerprints.texts) else { return nil }
    return "the reports come from different machines or builds (their fingerprints differ), so times are not compared"
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
    return "times not gated: \(HumanFormat.grouped(weak)) of \(HumanFormat.counted(wanted.count, "timed row"));"
      + " a verdict among so many needs \(needed) replicates a side"
  }

  /// A note that the gate has nothing to judge, and would therefore pass any report.
  private var timesNote: String? {
    guard gate != nil, candidates.isEmpty, fingerprintNote == nil else { return nil }
    return "no row has times in both reports that the gate could judge"
  }
}

extension TimingChange.Verdict {
  fileprivate var asComparison: ComparisonVerdict? {
    switch self {
    case .slower: .worse
    case .faster: .better
    case .same, .notGated: nil
    }
  }
}

extension ComparedReport {
  fileprivate func hasFloors(for group: ReplicateGroup) -> Bool {
    !group.times.isEmpty
      && group.times.allSatisfy { (floors[Int($0.file)][group.key.threads] ?? 0) > 0 && $0.access > 0 }
  }

  /// Returns a group's accesses, each divided by the median floor of its file at the same thread count, which must
  /// exist.
  fileprivate func overFloors(_ group: ReplicateGroup) -> [Double] {
    group.times.map { $0.access / floors[Int($0.file)][group.key.threads]! }
  }

  fileprivate func floor(of group: ReplicateGroup) -> Double {
    let files = Set(group.times.map(\.file))
    return MedianInterval(of: files.compactMap { floors[Int($0)][group.key.threads] })?.median ?? 0
  }

  fileprivate func fingerprints(of group: ReplicateGroup) -> Set<String> {
    Set(Set(group.times.map(\.fingerprint)).map { fingerprints.texts[Int($0)] })
  }
}
