import CSingletonHooks
import SingletonModelChecker
import SingletonStrategyChecker

/// The limits of a check were reached within the judgment of one execution.
struct LimitReached: Error {}

/// The search for an order of counting in which the count of one object is 0 before a thread uses it.
///
/// It decides one thread after the other how many of its steps are taken. What is still possible depends on few things of what
/// was decided before, so what was found to be impossible is not tried again.
struct EarlyEndSearch {
  typealias Step = Lifetimes.Step

  /// What the threads that are decided leave to the others.
  private struct State: Hashable {
    /// The number of threads that are decided.
    var decided = 0
    var count: Int
    /// The fewest and the most steps of each thread that can be taken; 0 for threads that are decided.
    var fewest: [Int]
    var most: [Int]
    /// Whether a step that was taken is a release.
    var hasRelease = false
    /// Whether a step that was left makes an end before it too early.
    var hasUse = false
  }

  private let lifetimes: Lifetimes
  private let object: UInt
  private let lanes: [[Step]]
  private let isConcerned: (Step) -> Bool
  private let limits: CheckLimits
  /// The threads in the order in which they are decided: first the one that makes the object.
  private let order: [Int]
  /// What the first steps of each thread add, by their number.
  private let sums: [[Int]]
  private var position: [Int]
  private var failed: Set<State> = []

  /// - Parameters:
  ///   - lanes: The steps with the object, by thread.
  ///   - isConcerned: Whether a step that comes after the end makes it too early.
  init(
    _ lifetimes: Lifetimes, _ object: UInt, _ lanes: [[Step]], _ isConcerned: @escaping (Step) -> Bool,
    _ limits: CheckLimits
  ) {
    (self.lifetimes, self.object, self.lanes, self.isConcerned) = (lifetimes, object, lanes, isConcerned)
    self.limits = limits
    let maker = lanes.firstIndex { $0.contains { $0.note.kind == ch_note_begin } }
    order = [maker].compactMap(\.self) + lanes.indices.filter { $0 != maker }
    sums = lanes.map { lane in
      lane.reduce(into: [0]) { sums, step in sums.append(sums.last! + step.change) }
    }
    position = Array(repeating: 0, count: lanes.count)
  }

  /// - Parameter count: The number of references before the threads began.
  mutating func run(from count: Int) throws(LimitReached) -> EarlyEnd? {
    var state = State(count: count, fewest: lanes.map { _ in 0 }, most: lanes.map(\.count))
    // An object that does not exist yet has no end.
    if let made = lanes[order[0]].firstIndex(where: { $0.note.kind == ch_note_begin }) {
      state.fewest[order[0]] = made + 1
    }
    return try search(state)
  }

  private mutating func search(_ state: State) throws(LimitReached) -> EarlyEnd? {
    guard canEnd(state) else { return nil }
    if state.decided == lanes.count { return state.hasRelease && state.hasUse ? end : nil }
    if failed.contains(state) { return nil }
    if limits.isReached(runs: 0) { throw LimitReached() }
    let thread = order[state.decided]
    for taken in state.fewest[thread]...state.most[thread] {
      position[thread] = taken
      if let next = self.state(after: state, taking: taken, of: thread), let found = try search(next) { return found }
    }
    failed.insert(state)
    return nil
  }

  /// Whether the least that the remaining threads can add makes the count 0.
  private func canEnd(_ state: State) -> Bool {
    let least = order[state.decided...].map { sums[$0][state.fewest[$0]...state.most[$0]].min()! }
    return state.count + least.reduce(0, +) <= 0
  }

  /// Returns what is left to the others if a thread has taken its first steps; `nil` if nothing is.
  private func state(after state: State, taking taken: Int, of thread: Int) -> State? {
    var next = state
    next.decided += 1
    next.count += sums[thread][taken]
    (next.fewest[thread], next.most[thread]) = (0, 0)
    let (steps, left) = (lanes[thread].prefix(taken), lanes[thread].dropFirst(taken))
    next.hasRelease = state.hasRelease || steps.contains { $0.note.kind == ch_note_release }
    next.hasUse = state.hasUse || left.contains(where: isConcerned)
    for other in order[next.decided...] {
      let lane = lanes[other]
      for step in steps {
        while next.fewest[other] < lane.count, lifetimes.mustPrecede(lane[next.fewest[other]...], step) {
          next.fewest[other] += 1
        }
      }
      if !left.isEmpty, let first = lane.prefix(next.most[other]).firstIndex(where: { lifetimes.mustPrecede(left, $0) })
      {
        next.most[other] = first
      }
      if next.fewest[other] > next.most[other] { return nil }
    }
    return next
  }

  private var end: EarlyEnd? {
    let taken = lanes.enumerated().flatMap { $1.prefix(position[$0]) }
    let left = lanes.enumerated().flatMap { $1.dropFirst(position[$0]) }
    guard let release = taken.last(where: { $0.note.kind == ch_note_release }), let use = left.first(where: isConcerned)
    else { return nil }
    // The other threads that have taken more references away than they have added.
    let others = lanes.indices.filter { $0 != release.thread && sums[$0][position[$0]] < 0 }
    let events = ([release, use] + others.map { lanes[$0][position[$0] - 1] }).compactMap { step in
      step.events > 0 ? EventID(thread: step.thread, index: step.events - 1) : nil
    }
    return EarlyEnd(object: object, isMemory: ch_is_memory(object.address), release: release, use: use, events: events)
  }
}
