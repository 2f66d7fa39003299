import SingletonCore
import SingletonTextFormats

/// The states of the machine in which replicates were timed: whether anything else used the cores, and how far apart the
/// cores were.
///
/// A shared host changes both from one process to the next. Times of one state agree, and times of two states can differ
/// by a factor of two. So each replicate is compared with replicates of the same state.
struct MachineStates {
  /// The largest floor of a quiet replicate.
  private let quietFloor: Double
  /// The least way of a cache line in each group of ways, in ascending order.
  private var leastWays: [Double] = []

  private struct State: Hashable {
    let isQuiet: Bool
    let distance: Int
  }

  /// The factor above the least floor up to which a replicate is quiet.
  private static let floorTolerance = 1.1
  /// The factor between neighbors from which on ways are those of different distances.
  private static let wayStep = 1.15

  /// - Parameter leastFloor: The least floor with as many threads on both sides, in nanoseconds.
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

  /// Returns the replicates of each state that both sides have.
  func shared(_ old: [ReplicateTime], _ new: [ReplicateTime]) -> [(old: [ReplicateTime], new: [ReplicateTime])] {
    let (before, now) = (Dictionary(grouping: old, by: state), Dictionary(grouping: new, by: state))
    let states = Set(before.keys).intersection(now.keys)
    // In a fixed order, because a bootstrap draws from one state after the other.
    return states.sorted { ($0.distance, $0.isQuiet ? 0 : 1) < ($1.distance, $1.isQuiet ? 0 : 1) }
      .map { (before[$0]!, now[$0]!) }
  }
}

extension MachineSpeed {
  /// The factor by which a dependent load may differ between comparable runs.
  private static let tolerance = 1.25

  /// Returns why times cannot be compared with those of a machine with the other speed, or `nil` if they can be.
  ///
  /// The way of a cache line is no evidence here: on a host that moves virtual cores between real ones, it changes by a
  /// factor of five between one run and the next.
  func difference(to other: MachineSpeed) -> String? {
    guard let old = dependentLoad, let new = other.dependentLoad, old > 0, new > 0,
      max(old / new, new / old) > Self.tolerance
    else { return nil }
    return "the machine was in another state: a dependent load took \(HumanFormat.short(old)) ns, now"
      + " \(HumanFormat.short(new))"
  }
}
