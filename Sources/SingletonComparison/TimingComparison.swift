import SingletonCore
import SingletonPlatform
import SingletonStatistics
import SingletonTextFormats

/// A comparison of later accesses, to find whether they are slower or faster. Only times with equal fingerprints are
/// compared, and only a difference that is significant, large, and above the clock's resolution counts.
///
/// All of this must hold both for the times as measured and for the times divided by their file's floor. If the machine
/// is slower for an hour, so is the floor, which excuses the difference. But if a processor changes between two clock
/// rates, the floor changes by the whole factor and an access that waits for memory by less, so the floor must never
/// decide alone.
struct TimingComparison: Sendable {
  private let candidates: [Candidate]
  /// Returns the evidence for a candidate. It is computed again if needed again, because the times of all groups at
  /// once would take as much memory as the reports.
  private let evidence: @Sendable (Candidate, _ among: Int?) -> TimeEvidence

  /// A group with times on both sides.
  struct Candidate: Sendable {
    let place: Int
    /// The number of replicates with times on each side.
    let sizes: (old: Int, new: Int)
    /// The gate in percent, or `nil` if there is none and so no verdict.
    let gate: Double?
  }

  init(_ candidates: [Candidate], evidence: @escaping @Sendable (Candidate, _ among: Int?) -> TimeEvidence) {
    self.candidates = candidates
    self.evidence = evidence
  }

  struct Assessment: Sendable {
    let time: TimingChange
    /// The reason, without a period, or `nil` if there is nothing to report.
    let why: String?
  }

  /// The significance level of the whole family of tests, and of each bound.
  private static let level = 0.05

  /// Returns the assessments by the candidates' places.
  func assessments() -> [Int: Assessment] {
    let wanted = candidates.count { $0.gate != nil }
    let family = candidates.filter { $0.gate != nil && $0.canTell(among: wanted) }
    let others = candidates.filter { $0.gate == nil || !$0.canTell(among: wanted) }
    let assessments = zip((family + others).map(\.place), judge(family) + others.concurrentMap(unjudged))
    return Dictionary(uniqueKeysWithValues: assessments)
  }

  private func unjudged(_ candidate: Candidate) -> Assessment {
    let reason =
      candidate.gate == nil
      ? "no gate for the row" : "\(candidate.sizes.old) and \(candidate.sizes.new) replicates are too few"
    return Assessment(
      time: TimingChange(
        medians: evidence(candidate, nil).medians, gate: candidate.gate, adjustedP: nil, lowerBound: nil,
        direction: .notJudged),
      why: "times not judged: " + reason)
  }

  private func judge(_ family: [Candidate]) -> [Assessment] {
    let adjusted = HolmAdjustment.adjusted(
      family.concurrentMap(with: RankSumTest.init) { test, candidate in evidence(candidate, family.count).p(&test) })
    return Array(zip(family, adjusted)).concurrentMap {
      judge($0, evidence($0, family.count), gate: $0.gate!, adjustedP: $1)
    }
  }

  private func judge(
    _ candidate: Candidate, _ evidence: TimeEvidence, gate: Double, adjustedP: Double
  ) -> Assessment {
    let isSlower = evidence.ratio > 1
    let bound = evidence.isLarge && adjustedP <= Self.level ? evidence.bound(slower: isSlower) : nil
    let isBeyond = bound.map { $0 > 1 + gate / 100 } ?? false
    let doubt = isBeyond ? nil : doubt(evidence, gate: gate, adjustedP: adjustedP, bound: bound)
    let direction: TimingChange.Direction =
      isBeyond ? (isSlower ? .slower : .faster) : doubt == nil ? .same : .notJudged
    let time = TimingChange(
      medians: evidence.medians, gate: gate, adjustedP: adjustedP, lowerBound: isSlower ? bound : nil,
      direction: direction)
    return Assessment(time: time, why: isBeyond ? reason(time, bound: bound!) : doubt)
  }

  /// Returns the reason for a verdict, such as
  /// `slower: 1.5 times as long an access, with 95% confidence more than 1.4 times (gate 25%, p 0.0002)`.
  private func reason(_ time: TimingChange, bound: Double) -> String {
    let slower = time.direction == .slower
    return "\(time.direction.rawValue): \(HumanFormat.short(slower ? time.ratio : 1 / time.ratio)) times as"
      + " \(slower ? "long" : "fast") an access, with 95% confidence more than \(HumanFormat.short(bound)) times"
      + " (gate \(HumanFormat.short(time.gate))%, p \(HumanFormat.short(time.adjustedP)))"
  }

  /// Returns why a ratio beyond the gate is no verdict, or `nil` if it is not beyond the gate.
  private func doubt(_ evidence: TimeEvidence, gate: Double, adjustedP: Double, bound: Double?) -> String? {
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
  /// Returns whether this few replicates can be significant at all in one of `count` rows.
  func canTell(among count: Int) -> Bool {
    TimingComparison.canTell([sizes], among: count)
  }
}

extension TimingComparison {
  /// Returns whether this few replicates of each state can be significant at all in one of `count` rows.
  static func canTell(_ sizes: [(old: Int, new: Int)], among count: Int) -> Bool {
    RankSumTest.smallestP(sizes) <= level / Double(count)
  }
}

extension RankSumTest {
  /// Returns the number of replicates per side with which a verdict is possible among `count` rows.
  static func replicatesNeeded(among count: Int) -> Int {
    (1...).first { smallestP($0, $0) <= 0.05 / Double(max(1, count)) }!
  }
}
