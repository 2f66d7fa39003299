/// The linearization of a slice with the least cost, found by dynamic programming over positions.
///
/// A position is the number of events of each thread that have been placed, encoded as one mixed-radix number. A step
/// increases the number, so all ways to a position are known when it comes up. For each position and each thread of the
/// last step, the table holds the least cost, packed into one word, and the thread of the step before.
struct LeastOrder {
  private let linearizer: Linearizer
  private let strides: [Int]
  private let total: Int
  /// The cost for each position and each last thread; `unreached` if no way is known.
  private var costs: [UInt64] = []
  private var previous: [Int8] = []

  private static let unreached = UInt64.max
  /// The most positions to try: some ten milliseconds of work.
  private static let positionLimit = 1 << 14

  /// Creates the table, or returns `nil` if there are too many positions.
  init?(_ linearizer: Linearizer) {
    var strides: [Int] = []
    var total = 1
    for thread in linearizer.threads {
      strides.append(total)
      total *= linearizer.slice[thread] + 1
      if total > Self.positionLimit { return nil }
    }
    self.linearizer = linearizer
    self.strides = strides
    self.total = total
  }

  private var lanes: Int { linearizer.threads.count }

  /// Returns the thread of each step.
  mutating func threads() -> [Int] {
    guard lanes > 0 else { return [] }
    costs = Array(repeating: Self.unreached, count: total * lanes)
    previous = Array(repeating: -1, count: total * lanes)
    begin()
    for number in 0..<total { extend(number) }
    return backwards()
  }

  /// Takes the first step of each thread. It is not a switch, so it counts as following a step of the same thread.
  private mutating func begin() {
    for (lane, step) in steps(at: VectorClock()).enumerated() where step.isReady {
      reach(strides[lane], lane, cost: Self.packed(cost(of: step, switching: false)), from: -1)
    }
  }

  private mutating func extend(_ number: Int) {
    let lasts = (0..<lanes).filter { costs[number * lanes + $0] != Self.unreached }
    guard !lasts.isEmpty else { return }
    let position = position(number)
    let steps = steps(at: position)
    for last in lasts {
      let mustGoOn = linearizer.isInUpdate(linearizer.threads[last], at: position)
      for next in 0..<lanes where steps[next].isReady && (next == last || !mustGoOn) {
        var added = cost(of: steps[next], switching: next != last)
        if next != last && steps[last].isReady { added.preemptions = 1 }
        reach(number + strides[next], next, cost: costs[number * lanes + last] + Self.packed(added), from: Int8(last))
      }
    }
  }

  /// Returns whether each thread can take a step, and whether that is a stale read. Both do not depend on the thread of the
  /// last step.
  private func steps(at position: VectorClock) -> [(isReady: Bool, isStale: Bool)] {
    linearizer.threads.map { thread in
      guard linearizer.isReady(thread, at: position) else { return (false, false) }
      return (true, linearizer.isStale(thread, at: position))
    }
  }

  private func cost(of step: (isReady: Bool, isStale: Bool), switching: Bool) -> WitnessCost {
    WitnessCost(staleReads: step.isStale ? 1 : 0, switches: switching ? 1 : 0)
  }

  private mutating func reach(_ number: Int, _ lane: Int, cost: UInt64, from origin: Int8) {
    let index = number * lanes + lane
    guard cost < costs[index] else { return }
    costs[index] = cost
    previous[index] = origin
  }

  /// Packs a cost into 20 bits per component, so that words compare as costs do.
  private static func packed(_ cost: WitnessCost) -> UInt64 {
    UInt64(cost.staleReads) << 40 | UInt64(cost.preemptions) << 20 | UInt64(cost.switches)
  }

  private func position(_ number: Int) -> VectorClock {
    var position = VectorClock()
    for (lane, thread) in linearizer.threads.enumerated() {
      position[thread] = number / strides[lane] % (linearizer.slice[thread] + 1)
    }
    return position
  }

  private func backwards() -> [Int] {
    var number = total - 1
    var last = (0..<lanes).min { costs[number * lanes + $0] < costs[number * lanes + $1] } ?? 0
    var order: [Int] = []
    while number > 0 {
      order.append(linearizer.threads[last])
      let before = Int(previous[number * lanes + last])
      number -= strides[last]
      last = before
    }
    return order.reversed()
  }
}
