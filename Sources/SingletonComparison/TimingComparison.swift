import SingletonStatistics
import SingletonTextFormats

/// A comparison of the times of later accesses. Only times with equal fingerprints are compared, and a difference
/// counts only if it is significant, large, and above the clock's resolution.
///
/// All of this must hold both for the times in nanoseconds and for the times divided by that of the empty loop. If the
/// machine is slower for an hour, the empty loop is slower too, which explains the difference. But the empty loop must
/// not decide alone: if a processor changes its clock rate, the empty loop changes by the same factor, and an access
/// that waits for memory changes less.
enum TimingComparison {
  struct Candidate {
    let old: [ReplicateTime]
    let new: [ReplicateTime]
    /// The shortest time of the same empty loop on both sides, in nanoseconds.
    let leastFloor: Double
    /// The gate in percent, or `nil` if there is no gate and therefore no verdict.
    let gate: Double?

    /// Returns whether there are enough replicates for a significant result in one of `count` rows.
    func canTell(among count: Int) -> Bool { RankSumTest.canTell([(old.count, new.count)], among: count) }

    /// - Parameter count: The number of rows that are judged together, or `nil` if this row is not judged.
    fileprivate func evidence(among count: Int?) -> TimeEvidence {
      TimeEvidence(old, new, leastFloor: leastFloor) { sizes in
        count.map { RankSumTest.canTell(sizes, among: $0) } ?? true
      }
    }
  }

  typealias Assessment = (time: TimingChange, group: GroupAssessment)

  /// The significance level of all tests together, and of each bound.
  fileprivate static let level = 0.05

  static func assessments(_ candidates: [Candidate]) -> [Assessment] {
    let wanted = candidates.count { $0.gate != nil }
    let family = candidates.indices.filter { candidates[$0].gate != nil && candidates[$0].canTell(among: wanted) }
    let evidence = family.map { candidates[$0].evidence(among: family.count) }
    var test = RankSumTest()
    let adjusted = HolmAdjustment.adjusted(evidence.map { $0.p(&test) })
    var assessments = candidates.map(unjudged)
    for (number, place) in family.enumerated() {
      assessments[place] = judge(evidence[number], gate: candidates[place].gate!, adjustedP: adjusted[number])
    }
    return assessments
  }

  private static func unjudged(_ candidate: Candidate) -> Assessment {
    let reason =
      candidate.gate == nil
      ? "no gate for the row" : "\(candidate.old.count) and \(candidate.new.count) replicates are too few"
    let time = TimingChange(
      medians: candidate.evidence(among: nil).medians, gate: candidate.gate, direction: .notJudged)
    return (time, GroupAssessment(.notJudged, "times not judged: " + reason))
  }

  private static func judge(_ evidence: TimeEvidence, gate: Double, adjustedP: Double) -> Assessment {
    let isSlower = evidence.ratio > 1
    let bound = evidence.isLarge && adjustedP <= level ? evidence.bound(slower: isSlower) : nil
    let isBeyond = bound.map { $0 > 1 + gate / 100 } ?? false
    let doubt = isBeyond ? nil : doubt(evidence, gate: gate, adjustedP: adjustedP, bound: bound)
    let direction: TimingChange.Direction =
      isBeyond ? (isSlower ? .slower : .faster) : doubt == nil ? .same : .notJudged
    let time = TimingChange(
      medians: evidence.medians, gate: gate, adjustedP: adjustedP, lowerBound: isSlower ? bound : nil,
      direction: direction)
    return (time, GroupAssessment(direction.verdict, isBeyond ? reason(time, bound: bound!) : doubt ?? ""))
  }

  /// Returns the reason for a verdict, such as
  /// `slower: an access is 1.5 times as long, with 95% confidence more than 1.4 times (gate 25%, p 0.0002)`.
  private static func reason(_ time: TimingChange, bound: Double) -> String {
    let slower = time.direction == .slower
    return "\(time.direction.rawValue): an access is \(HumanFormat.short(slower ? time.ratio : 1 / time.ratio)) times"
      + " as \(slower ? "long" : "fast"), with 95% confidence more than \(HumanFormat.short(bound)) times"
      + " (gate \(HumanFormat.short(time.gate))%, p \(HumanFormat.short(time.adjustedP)))"
  }

  /// Returns the reason why a ratio beyond the gate is not conclusive, or `nil` if the ratio is within the gate.
  private static func doubt(_ evidence: TimeEvidence, gate: Double, adjustedP: Double, bound: Double?) -> String? {
    let factor = max(evidence.ratio, 1 / evidence.ratio)
    guard factor > 1 + gate / 100 else { return nil }
    let times = "an access is \(HumanFormat.short(factor)) times as \(evidence.ratio > 1 ? "long" : "fast")"
    if let bound { return times + ", but with 95% confidence only more than \(HumanFormat.short(bound)) times" }
    return evidence.isLarge
      ? times + ", which may be chance (p \(HumanFormat.short(adjustedP)))"
      : times + ", but by less than the \(HumanFormat.short(evidence.resolution)) ns that can be resolved"
  }
}

extension TimingChange.Direction {
  fileprivate var verdict: GroupChange {
    switch self {
    case .slower: .worse
    case .faster: .better
    case .same: .same
    case .notJudged: .notJudged
    }
  }
}

extension RankSumTest {
  /// Returns whether these numbers of replicates, one pair for each state, are enough for a significant result in one
  /// of `count` rows.
  fileprivate static func canTell(_ sizes: [(old: Int, new: Int)], among count: Int) -> Bool {
    smallestP(sizes) <= TimingComparison.level / Double(count)
  }

  /// Returns the number of replicates per side that is needed for a verdict on `count` rows.
  static func replicatesNeeded(among count: Int) -> Int { (1...).first { canTell([($0, $0)], among: max(1, count)) }! }
}
