import SingletonCore
import SingletonStatistics
import SingletonTextFormats

/// The evidence for a change in one group's times, in several views.
///
/// Each view compares replicates that were timed in the same state of the machine, either in nanoseconds or divided by
/// the time of the empty loop. If there are too few replicates in states that both sides share, all replicates are
/// compared, and a further view divides them by the time of a cache line. The view with the smallest change counts.
struct TimeEvidence {
  private let views: [TimeView]
  /// The difference in nanoseconds that must be exceeded for times to count as different.
  let resolution: Double
  /// The difference, in nanoseconds, that an unrelated change can cause because the compiler arranges a loop
  /// differently.
  private static let leastDifference = 0.15

  /// Creates the evidence from the replicates of both sides. Neither side may be empty.
  ///
  /// - Parameters:
  ///   - leastFloor: The shortest time of the same empty loop on both sides, in nanoseconds.
  ///   - tells: Returns whether there are enough replicates for a test, given their numbers on both sides for each
  ///     state.
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

  var medians: [TimingChange.Medians] { views.map(\.medians) }

  /// The ratio, new to old, in the view where it is closest to 1. It is 1 if one view is slower and another is faster.
  var ratio: Double { medians.ratio }

  /// Whether the difference of the medians exceeds the resolution in every view.
  var isLarge: Bool { views.allSatisfy { abs($0.medians.ratio - 1) * views[0].oldMedian > resolution } }

  /// Returns the p-value of all views together. Every view must be significant, so it is the largest of their p-values
  /// (Berger, Technometrics 24, 1982).
  func p(_ test: inout RankSumTest) -> Double {
    var largest = 0.0
    for view in views { largest = max(largest, test.p(view.strata)) }
    return largest
  }

  /// Returns the lower 95% bound of the factor by which the new side is slower, or faster if `slower` is `false`.
  func bound(slower: Bool) -> Double? {
    views.compactMap {
      RatioBound.lower(slower ? $0.strata : $0.strata.map { Stratum(old: $0.new, new: $0.old) })
    }.min()
  }
}

private struct TimeView {
  let strata: [Stratum]
  let medians: TimingChange.Medians
  /// The median of the old side over all strata.
  let oldMedian: Double

  init(
    _ measure: TimingChange.Measure, _ strata: [(old: [ReplicateTime], new: [ReplicateTime])],
    _ figure: (ReplicateTime) -> Double
  ) {
    self.strata = strata.map { Stratum(old: $0.old.map(figure), new: $0.new.map(figure)) }
    let (old, new) = RatioBound.medians(self.strata)
    medians = TimingChange.Medians(measure: measure, old: old, new: new)
    oldMedian = MedianInterval(of: self.strata.flatMap(\.old))!.median
  }
}

/// The states of the machine in which replicates were timed. They differ in whether another program used the cores, and
/// in how far apart the cores were.
///
/// On a shared host, both change from one process to the next. Times in the same state agree, but times in different
/// states can differ by a factor of two. Each replicate is therefore compared only with replicates in the same state.
struct MachineStates {
  /// The longest time of the empty loop with which a replicate counts as quiet, in nanoseconds.
  private let quietFloor: Double
  /// The shortest time in each group of similar cache-line times, in ascending order.
  private var leastWays: [Double] = []

  private struct State: Hashable {
    let isQuiet: Bool
    let distance: Int
  }

  /// A replicate is quiet if its empty loop took at most this many times the shortest time.
  private static let floorTolerance = 1.1
  /// If neighboring cache-line times differ by more than this factor, they belong to different distances between cores.
  private static let wayStep = 1.15

  /// - Parameter leastFloor: The shortest time of the same empty loop on both sides, in nanoseconds.
  init(of times: [ReplicateTime], leastFloor: Double) {
    quietFloor = leastFloor * Self.floorTolerance
    var last = 0.0
    for way in times.compactMap(\.line).sorted() {
      if way > last * Self.wayStep { leastWays.append(way) }
      last = way
    }
  }

  private func state(_ time: ReplicateTime) -> State {
    let distance = time.line.flatMap { line in leastWays.lastIndex { $0 <= line } }
    return State(isQuiet: time.floor <= quietFloor, distance: distance ?? -1)
  }

  /// Returns the replicates of each state in which both sides have some.
  func shared(_ old: [ReplicateTime], _ new: [ReplicateTime]) -> [(old: [ReplicateTime], new: [ReplicateTime])] {
    let (before, now) = (Dictionary(grouping: old, by: state), Dictionary(grouping: new, by: state))
    let states = Set(before.keys).intersection(now.keys)
    // The order is fixed, because a bootstrap draws from one state after the other.
    return states.sorted { ($0.distance, $0.isQuiet ? 0 : 1) < ($1.distance, $1.isQuiet ? 0 : 1) }
      .map { (before[$0]!, now[$0]!) }
  }
}

extension MachineSpeed {
  /// The factor by which the time of a dependent load may differ between runs that can be compared.
  private static let tolerance = 1.25

  /// Returns the reason why times cannot be compared with times from a machine with the other speed, or `nil` if they
  /// can be.
  ///
  /// The time of a cache line is not considered: on a host that moves virtual cores between physical ones, it changes
  /// by a factor of five from one run to the next.
  func difference(to other: MachineSpeed) -> String? {
    guard let old = dependentLoad, let new = other.dependentLoad, old > 0, new > 0,
      max(old / new, new / old) > Self.tolerance
    else { return nil }
    return "the machine was in a different state: a dependent load took \(HumanFormat.short(old)) ns, now"
      + " \(HumanFormat.short(new))"
  }
}
