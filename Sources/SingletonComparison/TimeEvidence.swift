import SingletonCore
import SingletonPlatform
import SingletonStatistics
import SingletonTextFormats

/// The evidence in one group's times, both as measured and divided by the floor.
struct TimeEvidence {
  private let views: [TimeView]
  /// The difference in nanoseconds that times must exceed to be distinguishable.
  let resolution: Double
  /// The ratio, new to old, of the view closest to 1, or 1 if one view is slower and another faster.
  let ratio: Double

  init(_ views: [TimeView], resolution: Double) {
    self.views = views
    self.resolution = resolution
    let ratios = views.map(\.ratio)
    let (least, largest) = (ratios.min()!, ratios.max()!)
    ratio = least > 1 ? least : largest < 1 ? largest : 1
  }

  /// Whether the difference of the medians exceeds the resolution in each view.
  var isLarge: Bool { views.allSatisfy { $0.nanosecondsApart > resolution } }

  /// Returns the p-value of the combined test. Both views must be significant, so it is the larger of their p-values
  /// (Berger, Technometrics 24, 1982).
  func p(_ test: inout RankSumTest) -> Double {
    var largest = 0.0
    for view in views { largest = max(largest, test.p(view.old, view.new)) }
    return largest
  }

  /// Returns the lower 95% bound of the factor by which the new side is slower or, if `slower` is `false`, faster.
  func bound(slower: Bool) -> Double? {
    views.compactMap {
      slower ? RatioBound.lower(old: $0.old, new: $0.new) : RatioBound.lower(old: $0.new, new: $0.old)
    }.min()
  }
}

/// The accesses of both sides in one unit, one for each replicate.
struct TimeView {
  let old: [Double]
  let new: [Double]
  private let oldMedian: Double
  private let newMedian: Double
  /// The length of the unit in nanoseconds.
  private let nanoseconds: Double

  /// Creates a view of both sides, each of which must have at least one value.
  init(old: [Double], new: [Double], nanoseconds: Double) {
    (self.old, self.new) = (old.sorted(), new.sorted())
    oldMedian = MedianInterval.median(ofSorted: self.old)
    newMedian = MedianInterval.median(ofSorted: self.new)
    self.nanoseconds = nanoseconds
  }

  var ratio: Double { newMedian / oldMedian }
  var nanosecondsApart: Double { abs(newMedian - oldMedian) * nanoseconds }
}
