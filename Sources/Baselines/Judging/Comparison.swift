package import Outcomes
import Reports

/// Two reports, held against each other group by group.
package struct Comparison: Sendable {
  /// What matters most comes first.
  package let rows: [ComparisonRow]
  /// What a reader must know of the whole, one sentence each.
  package let notes: [String]
  /// Some verdict of these is for a job to act on.
  package let findings: Set<ComparisonVerdict>

  /// - Parameters:
  ///   - gate: nil = times are shown, and not judged.
  ///   - isLenient: a group that one side lacks is forgiven.
  package init(old: ReportSide, new: ReportSide, gate: TimeGate? = nil, isLenient: Bool = false) {
    let pairs = GroupPairs(old: old, new: new, gate: gate, isLenient: isLenient)
    let opinions = Dictionary(uniqueKeysWithValues: TimeJudge(pairs.candidates).opinions().map { ($0.place, $0) })
    let judged = pairs.all.enumerated().map { pairs.row($1, time: opinions[$0]) }
    rows = ComparisonVerdict.allCases.flatMap { verdict in judged.filter { $0.verdict == verdict } }
    notes = pairs.notes
    findings = Set(judged.filter { !$0.isForgiven }.map(\.verdict))
  }

  package func count(_ verdict: ComparisonVerdict) -> Int { rows.count { $0.verdict == verdict } }
}

extension ComparisonVerdict {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self)! }
}

/// The groups of both sides, paired.
private struct GroupPairs {
  let all: [Pair]
  private let old: ReportSide
  private let new: ReportSide
  private let gate: TimeGate?
  private let isLenient: Bool
  private let judge: CorrectnessJudge
  /// The pairs with times on both sides that can be held against each other.
  private(set) var candidates: [TimeJudge.Candidate] = []

  struct Pair {
    let key: GroupKey
    let old: ReplicateGroup?
    let new: ReplicateGroup?
  }

  init(old: ReportSide, new: ReportSide, gate: TimeGate?, isLenient: Bool) {
    (self.old, self.new, self.gate, self.isLenient) = (old, new, gate, isLenient)
    all =
      new.groups.map { Pair(key: $0.key, old: old[$0.key], new: $0) }
      + old.groups.filter { new[$0.key] == nil }.map { Pair(key: $0.key, old: $0, new: nil) }
    let showing = Set(new.groups.filter { $0.grades.contains(.shown) }.map { Defect($0.key) })
    judge = CorrectnessJudge { showing.contains(Defect($0)) }
    candidates = all.enumerated().compactMap { candidate($1, place: $0) }
  }

  /// A defect shown with any number of threads is shown.
  private struct Defect: Hashable {
    let strategy: String
    let scenario: String

    init(_ key: GroupKey) { (strategy, scenario) = (key.strategy, key.scenario) }
  }

  private func candidate(_ pair: Pair, place: Int) -> TimeJudge.Candidate? {
    guard let before = pair.old, let now = pair.new, foreignness(before, now) == nil else { return nil }
    let (oldTimes, newTimes) = (old.overFloors(before), new.overFloors(now))
    guard !oldTimes.isEmpty, !newTimes.isEmpty else { return nil }
    let step = (before.times + now.times).map(\.step).max()!
    let measured = TimeView(old: before.times.map(\.access), new: now.times.map(\.access), nanoseconds: 1)
    let overFloor = TimeView(old: oldTimes, new: newTimes, nanoseconds: old.floor(of: before))
    return TimeJudge.Candidate(
      place: place, views: [measured, overFloor], resolution: max(0.1, Double(step)),
      gate: gate?.percent(for: pair.key))
  }

  /// Why the times of a group cannot be held against each other; nil where they can, or there are none.
  private func foreignness(_ before: ReplicateGroup, _ now: ReplicateGroup) -> String? {
    guard !before.times.isEmpty, !now.times.isEmpty else { return nil }
    let prints = Set(before.times.map { old.fingerprints.texts[Int($0.fingerprint)] })
      .union(now.times.map { new.fingerprints.texts[Int($0.fingerprint)] })
    guard prints.count == 1 else { return "times of different machines or builds" }
    return gate?.applies(to: prints.first!) == false ? "gates of another machine or build" : nil
  }

  func row(_ pair: Pair, time: TimeJudge.Opinion?) -> ComparisonRow {
    guard let before = pair.old, let now = pair.new else {
      let side = pair.old == nil ? "old" : "new"
      return row(pair, .notComparable, "missing in the \(side) report", time: nil)
    }
    let correctness = judge.opinion(old: before, new: now)
    let foreignness = gate == nil ? nil : foreignness(before, now)
    let verdicts = [correctness.verdict, time?.time.verdict.asComparison, foreignness.map { _ in .notComparable }]
    let worst = verdicts.compactMap(\.self).min { $0.rank < $1.rank }!
    let whys = [correctness.why, time?.why, foreignness]
    return row(pair, worst, whys.compactMap(\.self).joined(separator: "; "), time: time?.time)
  }

  private func row(
    _ pair: Pair, _ verdict: ComparisonVerdict, _ why: String, time: TimeComparison?
  ) -> ComparisonRow {
    let (before, now) = (pair.old?.summary, pair.new?.summary)
    let isForgiven = isLenient && (before?.grade == nil || now?.grade == nil)
    return ComparisonRow(
      key: pair.key, verdict: verdict, isForgiven: isForgiven, why: why + (isForgiven ? ", which is forgiven" : ""),
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

  /// A gate that can close nowhere is worth a word.
  private var gateNote: String? {
    guard let gate else { return nil }
    let ungated = candidates.count { $0.gate == nil }
    guard case .calibrated = gate, ungated > 0 else { return nil }
    return "\(Figure.grouped(ungated)) of \(Figure.grouped(candidates.count)) timed rows have no gate in the gate file"
  }

  private var replicatesNote: String? {
    let wanted = candidates.filter { $0.gate != nil }
    let weak = wanted.count { !$0.canTell(among: wanted.count) }
    guard weak > 0 else { return nil }
    let needed = RankSumTest.replicatesNeeded(among: wanted.count)
    return "times not gated: \(Figure.grouped(weak)) of \(Figure.counted(wanted.count, "timed row"));"
      + " a verdict among so many needs \(needed) replicates a side"
  }

  /// A gate that has nothing to judge would pass whatever came.
  private var timesNote: String? {
    guard gate != nil, candidates.isEmpty, fingerprintNote == nil else { return nil }
    return "no row has times in both reports that the gate could judge"
  }
}

extension TimeComparison.Verdict {
  fileprivate var asComparison: ComparisonVerdict? {
    switch self {
    case .slower: .worse
    case .faster: .better
    case .same, .notGated: nil
    }
  }
}

extension ReportSide {
  /// A group's accesses, each over the median floor of its file at the same thread count; none where one has no floor.
  fileprivate func overFloors(_ group: ReplicateGroup) -> [Double] {
    var values: [Double] = []
    for time in group.times {
      guard let floor = floors[Int(time.file)][group.key.threads], floor > 0, time.access > 0 else { return [] }
      values.append(time.access / floor)
    }
    return values
  }

  fileprivate func floor(of group: ReplicateGroup) -> Double {
    let files = Set(group.times.map(\.file))
    return MedianInterval(of: files.compactMap { floors[Int($0)][group.key.threads] })?.median ?? 0
  }
}
