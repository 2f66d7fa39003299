/// The order of a slice's events with the least cost, by dynamic programming over the threads' positions.
///
/// A position is how many events of each thread have been told, as one number: the counts are its digits. A step makes
/// the number larger, so all ways to a position are known when it comes up. For each position and each thread of the last
/// step the least cost is kept, packed in a word, and the thread of the step before.
struct LeastOrder {
  private let linearizer: Linearizer
  private let strides: [Int]
  private let total: Int
  /// One word for each position and each last thread; `unreached` where no way is known.
  private var costs: [UInt64] = []
  private var previous: [Int8] = []

  private static let unreached = UInt64.max
  /// Positions that are tried at most: some ten milliseconds of work.
  private static let positionLimit = 1 << 16

  /// Nil where there are too many positions.
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

  /// The thread of each step.
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

  /// The first step changes no thread, so it counts as one after itself.
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

  /// Twenty bits each, so that words compare as costs do.
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
