import SingletonCore
import SingletonStatistics

/// The evidence in one group's times, in several views.
///
/// Replicates are compared within each state of the machine, as measured and divided by their floors. If the sides have
/// too few replicates in common states, all are compared with all, and additionally divided by the way of a cache line:
/// whatever view is nearer to no change counts.
struct TimeEvidence {
  private let views: [TimeView]
  /// The difference in nanoseconds that times must exceed to be distinguishable.
  let resolution: Double
  /// The difference, in nanoseconds, that an unrelated change can make, because the compiler arranges a loop anew.
  private static let leastDifference = 0.15

  /// Creates evidence from both sides, each of which must have at least one replicate.
  ///
  /// - Parameters:
  ///   - leastFloor: The least floor with as many threads on both sides, in nanoseconds.
  ///   - tells: Returns whether these numbers of replicates, one pair for each state, are enough.
  init(
    _ old: [ReplicateTime], _ new: [ReplicateTime], leastFloor: Double,
    tells: ([(old: Int, new: Int)]) -> Bool = { _ in true }
  ) {
    let strata = MachineStates(of: old + new, leastFloor: leastFloor).shared(old, new)
    let isStratified = !strata.isEmpty && tells(strata.map { ($0.old.count, $0.new.count) })
    let compared = isStratified ? strata : [(old, new)]
    var views = [TimeView(.nanoseconds, compared) { $0.access }, TimeView(.floor, compared) { $0.overFloor }]
    if !isStratified, (old + new).allSatisfy({ $0.line != nil }) {
      views.append(TimeView(.line, compared) { $0.access / $0.line! })
    }
    self.views = views
    resolution = max(Self.leastDifference, (old + new).map(\.step).max()!)
  }

  /// The medians in each view.
  var medians: [TimingChange.Medians] { views.map(\.medians) }

  /// The ratio, new to old, of the view closest to 1, or 1 if one view is slower and another faster.
  var ratio: Double { medians.ratio }

  /// Whether the difference of the medians exceeds the resolution in each view.
  var isLarge: Bool { views.allSatisfy { abs($0.medians.ratio - 1) * views[0].oldMedian > resolution } }

  /// Returns the p-value of the combined test. All views must be significant, so it is the largest of their p-values
  /// (Berger, Technometrics 24, 1982).
  func p(_ test: inout RankSumTest) -> Double {
    var largest = 0.0
    for view in views { largest = max(largest, test.p(view.strata)) }
    return largest
  }

  /// Returns the lower 95% bound of the factor by which the new side is slower or, if `slower` is `false`, faster.
  func bound(slower: Bool) -> Double? {
    views.compactMap {
      RatioBound.lower(slower ? $0.strata : $0.strata.map { Stratum(old: $0.new, new: $0.old) })
    }.min()
  }
}

/// One figure of each replicate of both sides.
private struct TimeView {
  let strata: [Stratum]
  let medians: TimingChange.Medians
  /// The median of the old side regardless of the strata.
  let oldMedian: Double

  init(
    _ measure: TimingChange.Measure, _ strata: [(old: [ReplicateTime], new: [ReplicateTime])],
    _ figure: (ReplicateTime) -> Double
  ) {
    self.strata = strata.map { Stratum(old: $0.old.map(figure), new: $0.new.map(figure)) }
    let (old, new) = RatioBound.medians(self.strata)
    medians = TimingChange.Medians(measure, old: old, new: new)
    oldMedian = MedianInterval(of: self.strata.flatMap(\.old))!.median
  }
}
