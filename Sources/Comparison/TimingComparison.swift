import Core
import Platform
import Reports
import Statistics
import TextFormats

/// Whether later accesses have become slower or faster: only between equal fingerprints, and only where the difference
/// is significant, large and above what a clock can tell.
///
/// All of that must hold of the times as measured, and of the times over their file's floor. A slower hour of the machine
/// slows the floor too, and so is excused. But where a processor changes between two clock rates, the floor changes with
/// it by the whole factor, and an access that waits for memory by less: the floor must never make a verdict by itself.
struct TimingComparison: Sendable {
  private let candidates: [Candidate]
  /// Asked again where it is needed again: the times of all groups at once would take as much room as the reports.
  private let evidence: @Sendable (Candidate) -> TimeEvidence

  /// One group with times on both sides.
  struct Candidate: Sendable {
    let place: Int
    /// Replicates with times.
    let sizes: (old: Int, new: Int)
    /// Percent; nil = there is none, and so no verdict.
    let gate: Double?
  }

  init(_ candidates: [Candidate], evidence: @escaping @Sendable (Candidate) -> TimeEvidence) {
    self.candidates = candidates
    self.evidence = evidence
  }

  struct Assessment: Sendable {
    let time: TimingChange
    /// Without the full stop; nil where there is nothing to say.
    let why: String?
  }

  /// The significance level of the whole family, and of each bound.
  private static let level = 0.05

  /// By the candidates' places.
  func assessments() -> [Int: Assessment] {
    let wanted = candidates.count { $0.gate != nil }
    let family = candidates.filter { $0.gate != nil && $0.canTell(among: wanted) }
    let others = candidates.filter { $0.gate == nil || !$0.canTell(among: wanted) }
    let assessments = zip((family + others).map(\.place), judge(family) + others.concurrentMap(unjudged))
    return Dictionary(uniqueKeysWithValues: assessments)
  }

  private func unjudged(_ candidate: Candidate) -> Assessment {
    let why = candidate.gate.map { _ in
      "time not gated: \(candidate.sizes.old) and \(candidate.sizes.new) replicates are too few"
    }
    return Assessment(
      time: TimingChange(
        ratio: evidence(candidate).ratio, gate: candidate.gate, adjustedP: nil, lowerBound: nil, verdict: .notGated),
      why: why)
  }

  private func judge(_ family: [Candidate]) -> [Assessment] {
    let adjusted = HolmAdjustment.adjusted(
      family.concurrentMap(with: RankSumTest.init) { test, candidate in evidence(candidate).p(&test) })
    return Array(zip(family, adjusted)).concurrentMap { judge($0, gate: $0.gate!, adjustedP: $1) }
  }

  private func judge(_ candidate: Candidate, gate: Double, adjustedP: Double) -> Assessment {
    let evidence = evidence(candidate)
    let isSlower = evidence.ratio > 1
    let bound = evidence.isLarge && adjustedP <= Self.level ? evidence.bound(slower: isSlower) : nil
    let isBeyond = bound.map { $0 > 1 + gate / 100 } ?? false
    let verdict: TimingChange.Verdict = isBeyond ? (isSlower ? .slower : .faster) : .same
    let time = TimingChange(
      ratio: evidence.ratio, gate: gate, adjustedP: adjustedP, lowerBound: isSlower ? bound : nil, verdict: verdict)
    let why = isBeyond ? reason(time, bound: bound!) : excuse(evidence, gate: gate, adjustedP: adjustedP, bound: bound)
    return Assessment(time: time, why: why)
  }

  /// `slower: 1.5 times as long an access, with 95% confidence more than 1.4 times (gate 25%, p 0.0002)`
  private func reason(_ time: TimingChange, bound: Double) -> String {
    let slower = time.verdict == .slower
    return "\(time.verdict.rawValue): \(HumanFormat.short(slower ? time.ratio : 1 / time.ratio)) times as"
      + " \(slower ? "long" : "fast") an access, with 95% confidence more than \(HumanFormat.short(bound)) times"
      + " (gate \(HumanFormat.short(time.gate))%, p \(HumanFormat.short(time.adjustedP)))"
  }

  /// Why a ratio beyond the gate is no verdict; nil where it is not beyond.
  private func excuse(_ evidence: TimeEvidence, gate: Double, adjustedP: Double, bound: Double?) -> String? {
    let factor = max(evidence.ratio, 1 / evidence.ratio)
    guard factor > 1 + gate / 100 else { return nil }
    let times = "\(HumanFormat.short(factor)) times as \(evidence.ratio > 1 ? "long" : "fast") an access"
    if let bound { return times + ", but with 95% confidence only more than \(HumanFormat.short(bound)) times" }
    return evidence.isLarge
      ? times + ", which may be chance (p \(HumanFormat.short(adjustedP)))"
      : times + ", but by less than the \(HumanFormat.short(evidence.resolution)) ns that can be told apart"
  }
}

extension TimingComparison.Candidate {
  /// Whether so few replicates could be significant at all, being one row of so many.
  func canTell(among count: Int) -> Bool {
    RankSumTest.smallestP(sizes.old, sizes.new) <= 0.05 / Double(count)
  }
}

extension RankSumTest {
  /// Replicates a side with which a verdict is possible among so many rows.
  static func replicatesNeeded(among count: Int) -> Int {
    (1...).first { smallestP($0, $0) <= 0.05 / Double(max(1, count)) }!
  }
}
