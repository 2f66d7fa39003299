import Core
import Platform
import Statistics
import TextFormats

/// What one group's times say: as measured, and over the floor.
struct TimeEvidence {
  private let views: [TimeView]
  /// Nanoseconds below which no difference is one.
  let resolution: Double
  /// The view's that is nearest to 1; 1 where one says slower and another faster.
  let ratio: Double

  init(_ views: [TimeView], resolution: Double) {
    self.views = views
    self.resolution = resolution
    let ratios = views.map(\.ratio)
    let (least, largest) = (ratios.min()!, ratios.max()!)
    ratio = least > 1 ? least : largest < 1 ? largest : 1
  }

  /// Whether the difference of the medians is more than what can be told apart.
  var isLarge: Bool { views.allSatisfy { $0.nanosecondsApart > resolution } }

  /// Both views must be significant, so the larger of their p is that of both (Berger, Technometrics 24, 1982).
  func p(_ test: inout RankSumTest) -> Double {
    var largest = 0.0
    for view in views { largest = max(largest, test.p(view.old, view.new)) }
    return largest
  }

  /// The lower bound of how many times slower, or faster.
  func bound(slower: Bool) -> Double? {
    views.compactMap {
      slower ? RatioBound.lower(old: $0.old, new: $0.new) : RatioBound.lower(old: $0.new, new: $0.old)
    }.min()
  }
}

/// The accesses of both sides, one for each replicate, in one unit.
struct TimeView {
  let old: [Double]
  let new: [Double]
  private let oldMedian: Double
  private let newMedian: Double
  /// The unit.
  private let nanoseconds: Double

  /// Each side has at least one.
  init(old: [Double], new: [Double], nanoseconds: Double) {
    (self.old, self.new) = (old.sorted(), new.sorted())
    oldMedian = MedianInterval.median(ofSorted: self.old)
    newMedian = MedianInterval.median(ofSorted: self.new)
    self.nanoseconds = nanoseconds
  }

  var ratio: Double { newMedian / oldMedian }
  var nanosecondsApart: Double { abs(newMedian - oldMedian) * nanoseconds }
}
