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
  private static let positionLimit = 1 << 16

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
    for number in 0..<total {
      for last in 0..<lanes where costs[number * lanes + last] != Self.unreached { extend(number, last) }
    }
    return backwards()
  }

  /// Takes the first step of each thread. It is not a switch, so it counts as following a step of the same thread.
  private mutating func begin() {
    for last in 0..<lanes { step(0, last: last, cost: 0, origin: -1, only: linearizer.threads[last]) }
  }

  private mutating func extend(_ number: Int, _ last: Int) {
    step(number, last: last, cost: costs[number * lanes + last], origin: Int8(last), only: nil)
  }

  private mutating func step(_ number: Int, last: Int, cost: UInt64, origin: Int8, only: Int?) {
    let position = position(number)
    let thread = linearizer.threads[last]
    for next in linearizer.choices(after: thread, at: position) where only == nil || next == only {
      var added = WitnessCost()
      linearizer.add(next, after: thread, at: position, to: &added)
      let lane = linearizer.lane(of: next)
      let place = (number + strides[lane]) * lanes + lane
      let total = cost + Self.packed(added)
      guard total < costs[place] else { continue }
      costs[place] = total
      previous[place] = origin
    }
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
