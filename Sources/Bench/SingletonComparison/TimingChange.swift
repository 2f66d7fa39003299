import SingletonCore
import SingletonPlatform
import SingletonStatistics

/// The change of the time of a group's later accesses.
///
/// Times are compared in nanoseconds and in multiples of the empty loop's time, and the smaller change counts. If the
/// machine is slower for an hour, the empty loop is slower too, which explains the difference. But the empty loop must not
/// decide alone: if a processor changes its clock rate, the empty loop changes by the same factor, and an access that waits
/// for memory changes less.
package struct TimingChange: Sendable {
  package enum Direction: String, CaseIterable, Sendable { case slower, faster, same, notJudged = "not judged" }

  /// The unit in which times are compared.
  package enum Measure: String, CaseIterable, Sendable {
    case nanoseconds = "ns"
    /// Multiples of the time of the empty loop.
    case floor
  }

  /// The medians of both reports in one measure, over their replicates.
  package struct Medians: Sendable {
    package let measure: Measure
    package let old: Double
    package let new: Double
    /// The 95% interval of a median, or `nil` if its side has fewer than six replicates.
    var oldInterval: ClosedRange<Double>?
    var newInterval: ClosedRange<Double>?
    package var ratio: Double { new / old }
  }

  /// The medians in all measures. The first are in nanoseconds.
  package let medians: [Medians]
  /// The new median divided by the old one. Above 1, the new side is slower. It is 1 if some measures say slower and
  /// others faster.
  package var ratio: Double { medians.ratio }
  /// The limit, in percent, above which the group counts as slower, or `nil` if there is no gate.
  let gate: Double?
  package let direction: Direction
  /// The reason for the direction, or why the times are not judged; empty if nothing changed.
  var why = ""
}

extension TimingChange {
  /// The number of replicates per side from which a median has an interval.
  static let leastReplicates = 6
  /// The difference, in nanoseconds, that an unrelated change can cause because the compiler arranges a loop
  /// differently.
  private static let leastDifference = 0.15

  /// Compares the times of two groups. Neither may be empty.
  ///
  /// - Parameter gate: The percentage above which the new side is slower, or `nil` if times are not judged.
  init(_ old: [ReplicateTime], _ new: [ReplicateTime], gate: Double?) {
    let medians = [Medians(.nanoseconds, old, new) { $0.access }, Medians(.floor, old, new) { $0.overFloor }]
    self.medians = medians
    self.gate = gate
    guard let gate else {
      direction = .notJudged
      return
    }
    guard min(old.count, new.count) >= Self.leastReplicates else {
      (direction, why) = (.notJudged, "times not judged: \(old.count) and \(new.count) replicates are too few")
      return
    }
    let factor = max(medians.ratio, 1 / medians.ratio)
    guard factor > 1 + gate / 100 else {
      direction = .same
      return
    }
    let isSlower = medians.ratio > 1
    let change = "an access is \(HumanFormat.short(factor)) times as \(isSlower ? "long" : "fast")"
    let resolution = max(Self.leastDifference, (old + new).map(\.step).max()!)
    if medians.contains(where: { abs($0.ratio - 1) * medians[0].old <= resolution }) {
      why = change + ", but by less than the \(HumanFormat.short(resolution)) ns that can be resolved"
      direction = .notJudged
    } else if let overlapping = medians.first(where: \.mayBeEqual) {
      why = change + ", which may be chance: the medians' intervals overlap, \(overlapping.words)"
      direction = .notJudged
    } else {
      direction = isSlower ? .slower : .faster
      why = "\(direction.rawValue): \(change), \(medians[0].words) (gate \(HumanFormat.short(gate))%)"
    }
  }

  /// The verdict on the group's times alone.
  var assessment: GroupAssessment { GroupAssessment(direction.verdict, why) }
}

extension TimingChange.Medians {
  fileprivate init(
    _ measure: TimingChange.Measure, _ old: [ReplicateTime], _ new: [ReplicateTime],
    _ figure: (ReplicateTime) -> Double
  ) {
    let (before, now) = (MedianInterval(of: old.map(figure))!, MedianInterval(of: new.map(figure))!)
    self.init(
      measure: measure, old: before.median, new: now.median, oldInterval: before.interval, newInterval: now.interval)
  }

  /// Whether the intervals of the medians overlap, or are not known.
  fileprivate var mayBeEqual: Bool {
    guard let oldInterval, let newInterval else { return true }
    return oldInterval.overlaps(newInterval)
  }

  /// Both medians with their intervals, such as `15 ns (14.9-15.1) after 10 (9.9-10.1)`.
  fileprivate var words: String {
    let unit = measure == .nanoseconds ? "ns" : "times the floor"
    return "\(HumanFormat.short(new)) \(unit)\(Self.words(newInterval)) after \(HumanFormat.short(old))"
      + Self.words(oldInterval)
  }

  private static func words(_ interval: ClosedRange<Double>?) -> String {
    interval.map { " (\(HumanFormat.short($0.lowerBound))-\(HumanFormat.short($0.upperBound)))" } ?? ""
  }
}

extension [TimingChange.Medians] {
  /// The medians that changed least, or `nil` if some measures say slower and others faster.
  package var decisive: TimingChange.Medians? {
    if allSatisfy({ $0.ratio > 1 }) { return self.min { $0.ratio < $1.ratio } }
    if allSatisfy({ $0.ratio < 1 }) { return self.max { $0.ratio < $1.ratio } }
    return first { $0.ratio == 1 }
  }

  package var ratio: Double { decisive?.ratio ?? 1 }
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
