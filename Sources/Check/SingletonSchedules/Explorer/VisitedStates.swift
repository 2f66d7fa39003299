import CSingletonSchedules
import SingletonCore

/// What there is between two jobs: the memory, the jobs that are ready, and the time. Two states that are equal go on in
/// the same ways.
///
/// It is a digest of 128 bits. That two different states have the same one is as good as impossible, and is not excluded.
struct ScheduleState: Hashable {
  private let first: UInt64
  private let second: UInt64

  init(_ digests: [cs_digest]) {
    first = digests.reduce(0) { $0 &+ $1.first }
    second = digests.reduce(0) { $0 &+ $1.second }
  }
}

/// The states in which a search has made a choice, so that it goes on from each of them once.
struct VisitedStates {
  private enum Visit {
    /// The search is still going on from it.
    case underWay
    /// What all schedules that go through it have come to after it; see ``Ledger/tally``.
    case ended(Tally)
  }

  private var visits: [ScheduleState: Visit] = [:]
  /// The states of the schedule under way, and what schedules had come to before each.
  private var path: [(depth: Int, state: ScheduleState, before: Tally)] = []

  /// Returns what the schedules that go through a state have come to after it, or `nil` if the search has not ended there.
  func tally(of state: ScheduleState) -> Tally? {
    if case .ended(let tally) = visits[state] { tally } else { nil }
  }

  func isUnderWay(_ state: ScheduleState) -> Bool {
    if case .underWay = visits[state] { true } else { false }
  }

  /// Notes that a choice is made in a state.
  ///
  /// - Parameter depth: The number of choices before this one.
  mutating func enter(_ state: ScheduleState, depth: Int, _ total: Tally) {
    visits[state] = .underWay
    path.append((depth, state, total))
  }

  /// Notes that the search has ended in all states of the path but those of its first choices.
  mutating func leave(allBut choices: Int, _ total: Tally) {
    while let last = path.last, last.depth >= choices {
      visits[last.state] = .ended(total - last.before)
      path.removeLast()
    }
  }
}

/// Numbers of schedules: of all, and of those that showed each defect. A number that is too large for 64 bits is the largest.
struct Tally: Equatable {
  var schedules: UInt64
  var counts: [UInt64]

  static var none: Tally { Tally(schedules: 0, counts: Defect.allCases.map { _ in 0 }) }

  static func + (one: Tally, other: Tally) -> Tally {
    func sum(_ one: UInt64, _ other: UInt64) -> UInt64 {
      let (sum, overflows) = one.addingReportingOverflow(other)
      return overflows ? .max : sum
    }
    return Tally(schedules: sum(one.schedules, other.schedules), counts: zip(one.counts, other.counts).map(sum))
  }

  static func - (one: Tally, other: Tally) -> Tally {
    Tally(schedules: one.schedules - other.schedules, counts: zip(one.counts, other.counts).map { $0 - $1 })
  }
}
