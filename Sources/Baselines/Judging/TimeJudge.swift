import Outcomes
import Reports

/// Whether later accesses have become slower or faster: only between equal fingerprints, and only where the difference
/// is significant, large and above what a clock can tell.
struct TimeJudge {
  private let candidates: [Candidate]

  /// One group with times on both sides.
  struct Candidate {
    let place: Int
    /// Accesses over floors, one for each replicate.
    let old: [Double]
    let new: [Double]
    /// What a difference of 1 in these is in nanoseconds.
    let floor: Double
    /// Nanoseconds below which no difference is one.
    let resolution: Double
    /// Percent; nil = there is none, and so no verdict.
    let gate: Double?
  }

  init(_ candidates: [Candidate]) { self.candidates = candidates }

  struct Opinion {
    let place: Int
    let time: TimeComparison
    /// Without the full stop; nil where there is nothing to say.
    let why: String?
  }

  /// The significance level of the whole family, and of each bound.
  private static let level = 0.05

  func opinions() -> [Opinion] {
    let wanted = candidates.filter { $0.gate != nil }
    let family = wanted.filter { $0.canTell(among: wanted.count) }
    let judged = Set(family.map(\.place))
    return candidates.filter { !judged.contains($0.place) }.map { unjudged($0, among: wanted.count) }
      + judge(family)
  }

  private func unjudged(_ candidate: Candidate, among count: Int) -> Opinion {
    let why = candidate.gate.map { _ in
      "time not gated: \(candidate.old.count) against \(candidate.new.count) replicates cannot tell among"
        + " \(Figure.counted(count, "row")), whatever they are (\(RankSumTest.replicatesNeeded(among: count)) a side are needed)"
    }
    return Opinion(
      place: candidate.place,
      time: TimeComparison(
        ratio: candidate.ratio, gate: candidate.gate, adjustedP: nil, lowerBound: nil, verdict: .notGated),
      why: why)
  }

  private func judge(_ family: [Candidate]) -> [Opinion] {
    var test = RankSumTest()
    let adjusted = HolmAdjustment.adjusted(family.map { test.p($0.old, $0.new) })
    return zip(family, adjusted).map { judge($0, adjustedP: $1) }
  }

  private func judge(_ candidate: Candidate, adjustedP: Double) -> Opinion {
    let gate = candidate.gate!
    let isSlower = candidate.ratio > 1
    let bound = candidate.isLarge && adjustedP <= Self.level ? candidate.bound(slower: isSlower) : nil
    let isBeyond = bound.map { $0 > 1 + gate / 100 } ?? false
    let verdict: TimeComparison.Verdict = isBeyond ? (isSlower ? .slower : .faster) : .same
    let time = TimeComparison(
      ratio: candidate.ratio, gate: gate, adjustedP: adjustedP, lowerBound: isSlower ? bound : nil, verdict: verdict)
    return Opinion(place: candidate.place, time: time, why: why(time, bound: bound))
  }

  private func why(_ time: TimeComparison, bound: Double?) -> String? {
    guard time.verdict != .same, let bound, let p = time.adjustedP, let gate = time.gate else { return nil }
    let factor = time.verdict == .slower ? time.ratio : 1 / time.ratio
    return "\(time.verdict.rawValue): \(Figure.short(factor)) times as \(time.verdict == .slower ? "long" : "fast") an"
      + " access, at least \(Figure.short(bound)) times (gate \(Figure.short(gate))%, p \(Figure.short(p)))"
  }
}

extension TimeJudge.Candidate {
  private var oldMedian: Double { MedianInterval(of: old)!.median }
  private var newMedian: Double { MedianInterval(of: new)!.median }

  var ratio: Double { newMedian / oldMedian }

  /// Whether the difference of the medians is more than what can be told apart.
  fileprivate var isLarge: Bool { abs(newMedian - oldMedian) * floor > resolution }

  /// Whether so few replicates could be significant at all, being one row of so many.
  fileprivate func canTell(among count: Int) -> Bool {
    RankSumTest.smallestP(old.count, new.count) <= 0.05 / Double(count)
  }

  /// The lower bound of how many times slower, or faster.
  fileprivate func bound(slower: Bool) -> Double? {
    slower ? RatioBound.lower(old: old, new: new) : RatioBound.lower(old: new, new: old)
  }
}

extension RankSumTest {
  /// Replicates a side with which a verdict is possible among so many rows.
  static func replicatesNeeded(among count: Int) -> Int {
    (1...).first { smallestP($0, $0) <= 0.05 / Double(max(1, count)) }!
  }
}
