import Outcomes
import Reports

/// Whether later accesses have become slower or faster: only between equal fingerprints, and only where the difference
/// is significant, large and above what a clock can tell.
///
/// All of that must hold of the times as measured, and of the times over their file's floor. A slower hour of the machine
/// slows the floor too, and so is excused. But where a processor changes between two clock rates, the floor changes with
/// it by the whole factor, and an access that waits for memory by less: the floor must never make a verdict by itself.
struct TimeJudge {
  private let candidates: [Candidate]

  /// One group with times on both sides.
  struct Candidate {
    let place: Int
    /// As measured, and over the floor.
    let views: [TimeView]
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
    return candidates.filter { !judged.contains($0.place) }.map { unjudged($0) }
      + judge(family)
  }

  private func unjudged(_ candidate: Candidate) -> Opinion {
    let why = candidate.gate.map { _ in
      "time not gated: \(candidate.sizes.old) and \(candidate.sizes.new) replicates are too few"
    }
    return Opinion(
      place: candidate.place,
      time: TimeComparison(
        ratio: candidate.ratio, gate: candidate.gate, adjustedP: nil, lowerBound: nil, verdict: .notGated),
      why: why)
  }

  private func judge(_ family: [Candidate]) -> [Opinion] {
    var test = RankSumTest()
    let adjusted = HolmAdjustment.adjusted(family.map { $0.p(&test) })
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
    let why = isBeyond ? reason(time, bound: bound!) : excuse(candidate, adjustedP: adjustedP, bound: bound)
    return Opinion(place: candidate.place, time: time, why: why)
  }

  /// `slower: 1.5 times as long an access, with 95% confidence more than 1.4 times (gate 25%, p 0.0002)`
  private func reason(_ time: TimeComparison, bound: Double) -> String {
    let slower = time.verdict == .slower
    return "\(time.verdict.rawValue): \(Figure.short(slower ? time.ratio : 1 / time.ratio)) times as"
      + " \(slower ? "long" : "fast") an access, with 95% confidence more than \(Figure.short(bound)) times"
      + " (gate \(Figure.short(time.gate))%, p \(Figure.short(time.adjustedP)))"
  }

  /// Why a ratio beyond the gate is no verdict; nil where it is not beyond.
  private func excuse(_ candidate: Candidate, adjustedP: Double, bound: Double?) -> String? {
    let factor = max(candidate.ratio, 1 / candidate.ratio)
    guard factor > 1 + candidate.gate! / 100 else { return nil }
    let times = "\(Figure.short(factor)) times as \(candidate.ratio > 1 ? "long" : "fast") an access"
    if let bound { return times + ", but with 95% confidence only more than \(Figure.short(bound)) times" }
    return candidate.isLarge
      ? times + ", which may be chance (p \(Figure.short(adjustedP)))"
      : times + ", but by less than the \(Figure.short(candidate.resolution)) ns that can be told apart"
  }
}

extension TimeJudge.Candidate {
  var sizes: (old: Int, new: Int) { (views[0].old.count, views[0].new.count) }

  /// The view's that is nearest to 1; 1 where one says slower and another faster.
  var ratio: Double {
    let ratios = views.map(\.ratio)
    let (least, largest) = (ratios.min()!, ratios.max()!)
    return least > 1 ? least : largest < 1 ? largest : 1
  }

  /// Whether the difference of the medians is more than what can be told apart.
  fileprivate var isLarge: Bool { views.allSatisfy { $0.nanosecondsApart > resolution } }

  /// Both views must be significant, so the larger of their p is that of both (Berger, Technometrics 24, 1982).
  fileprivate func p(_ test: inout RankSumTest) -> Double {
    var largest = 0.0
    for view in views { largest = max(largest, test.p(view.old, view.new)) }
    return largest
  }

  /// Whether so few replicates could be significant at all, being one row of so many.
  func canTell(among count: Int) -> Bool {
    RankSumTest.smallestP(sizes.old, sizes.new) <= 0.05 / Double(count)
  }

  /// The lower bound of how many times slower, or faster.
  fileprivate func bound(slower: Bool) -> Double? {
    views.compactMap {
      slower ? RatioBound.lower(old: $0.old, new: $0.new) : RatioBound.lower(old: $0.new, new: $0.old)
    }.min()
  }
}

/// The accesses of both sides, one for each replicate, in one unit.
struct TimeView {
  let old: [Double]
  let new: [Double]
  /// The unit.
  let nanoseconds: Double

  private var oldMedian: Double { MedianInterval(of: old)!.median }
  private var newMedian: Double { MedianInterval(of: new)!.median }

  var ratio: Double { newMedian / oldMedian }
  var nanosecondsApart: Double { abs(newMedian - oldMedian) * nanoseconds }
}

extension RankSumTest {
  /// Replicates a side with which a verdict is possible among so many rows.
  static func replicatesNeeded(among count: Int) -> Int {
    (1...).first { smallestP($0, $0) <= 0.05 / Double(max(1, count)) }!
  }
}
