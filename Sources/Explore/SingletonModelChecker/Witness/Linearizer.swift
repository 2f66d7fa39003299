/// The possible linearizations of a set of events that contains the porf-prefix of each of its events, called a slice.
///
/// A linearization is represented by the thread of each step.
struct Linearizer {
  let graph: ExecutionGraph
  let slice: VectorClock
  /// The threads that have events in the slice. A thread's lane is its index among these.
  let threads: [Int]

  init(_ graph: ExecutionGraph, slice: VectorClock) {
    self.graph = graph
    self.slice = slice
    threads = (0..<graph.threadCount).filter { slice[$0] > 0 }
  }

  /// Returns, for each lane, the cost of its next step if the same lane also took the step before. The cost is `nil` if
  /// the lane's next event cannot follow the events before `position`.
  func steps(at position: VectorClock) -> [WitnessCost?] {
    threads.map { thread in
      guard position[thread] < slice[thread] else { return nil }
      let id = EventID(thread: thread, index: position[thread])
      let prefix = graph.at(id).pointee.prefix
      guard threads.allSatisfy({ $0 == thread || prefix[$0] <= position[$0] }) else { return nil }
      return isStale(id, at: position) ? .step + .staleRead : .step
    }
  }

  /// Returns whether an event reads a write that is not the latest of those before `position`.
  private func isStale(_ id: EventID, at position: VectorClock) -> Bool {
    let event = graph.at(id)
    guard event.pointee.kind == .read else { return false }
    var write = graph.locations[event.pointee.location].latestWrite
    while write.isEvent && write != event.pointee.readsFrom {
      if position.contains(write) { return true }
      write = graph.at(write).pointee.moPrevious
    }
    return false
  }

  /// Returns whether the thread is between the two halves of an update, which are never separated.
  func isInUpdate(_ thread: Int, at position: VectorClock) -> Bool {
    let index = position[thread]
    guard index > 0, index < slice[thread] else { return false }
    let event = graph.at(EventID(thread: thread, index: index - 1))
    return event.pointee.isUpdate && event.pointee.kind == .read
  }

  /// Returns a linearization that continues with the same thread as long as possible.
  func steadyOrder() -> (threads: [Int], cost: WitnessCost) {
    var (order, cost, position, last) = ([Int](), WitnessCost(), VectorClock(), 0)
    while true {
      let steps = steps(at: position)
      guard let next = steps[last] != nil ? last : steps.firstIndex(where: { $0 != nil }) else { return (order, cost) }
      cost = cost + steps[next]!
      if next != last && !order.isEmpty { cost = cost + .switch }
      order.append(threads[next])
      position[threads[next]] += 1
      last = next
    }
  }
}

/// The linearization of a slice with the least cost, found by dynamic programming over positions.
///
/// A position is the number of events of each thread that have been placed, encoded as one mixed-radix number. A step
/// increases the number, so all ways to a position are known when it comes up. For each position and each lane of the
/// last step, the table holds the least cost and the lane of the step before.
struct LeastOrder {
  private let linearizer: Linearizer
  private var strides: [Int] = []
  private var total = 1
  private var costs: [WitnessCost]
  private var previous: [Int8]

  /// The maximum number of positions to try, about ten milliseconds of work.
  private static let positionLimit = 1 << 14

  /// Fills the table, or returns `nil` if there are too many positions.
  init?(_ linearizer: Linearizer) {
    self.linearizer = linearizer
    for thread in linearizer.threads {
      strides.append(total)
      total *= linearizer.slice[thread] + 1
      if total > Self.positionLimit { return nil }
    }
    costs = Array(repeating: .unreached, count: total * strides.count)
    previous = Array(repeating: -1, count: costs.count)
    // The first step is not a switch, so it may follow a step of any thread.
    for lane in strides.indices { costs[lane] = WitnessCost() }
    for number in 0..<total { extend(number) }
  }

  private mutating func extend(_ number: Int) {
    let first = number * strides.count
    let lasts = strides.indices.filter { costs[first + $0] != .unreached }
    guard !lasts.isEmpty else { return }
    let position = position(number)
    let steps = linearizer.steps(at: position)
    for last in lasts {
      let mustGoOn = linearizer.isInUpdate(linearizer.threads[last], at: position)
      let change: WitnessCost = steps[last] != nil ? .switch + .preemption : .switch
      for next in strides.indices where next == last || !mustGoOn {
        guard let step = steps[next] else { continue }
        let cost = costs[first + last] + (next == last ? step : step + change)
        let index = (number + strides[next]) * strides.count + next
        guard cost < costs[index] else { continue }
        (costs[index], previous[index]) = (cost, Int8(last))
      }
    }
  }

  private func position(_ number: Int) -> VectorClock {
    var position = VectorClock()
    for (lane, thread) in linearizer.threads.enumerated() {
      position[thread] = number / strides[lane] % (linearizer.slice[thread] + 1)
    }
    return position
  }

  /// The thread of each step, and the cost.
  var order: (threads: [Int], cost: WitnessCost) {
    var number = total - 1
    guard var last = strides.indices.min(by: { cost(number, $0) < cost(number, $1) }) else {
      return ([], WitnessCost())
    }
    let least = cost(number, last)
    var order: [Int] = []
    while number > 0 {
      order.append(linearizer.threads[last])
      let before = Int(previous[number * strides.count + last])
      number -= strides[last]
      last = before
    }
    return (order.reversed(), least)
  }

  private func cost(_ number: Int, _ lane: Int) -> WitnessCost { costs[number * strides.count + lane] }
}

/// A measure of how hard a witness is to follow. Stale reads count first, and the number of steps counts last.
package struct WitnessCost: Comparable, Sendable {
  /// The four numbers, with 16 bits each, so that words compare as costs do.
  package let word: UInt64

  fileprivate init(_ word: UInt64 = 0) { self.word = word }

  static let step = WitnessCost(1)
  /// A switch from one thread to another.
  static let `switch` = WitnessCost(1 << 16)
  /// A switch from a thread that could have continued.
  static let preemption = WitnessCost(1 << 32)
  /// A read of a write that is not the latest, in coherence order, of the writes in earlier steps.
  static let staleRead = WitnessCost(1 << 48)
  /// A cost above that of any witness.
  static let unreached = WitnessCost(.max)

  package var steps: Int { Int(word & 0xffff) }

  static func + (a: WitnessCost, b: WitnessCost) -> WitnessCost { WitnessCost(a.word + b.word) }

  package static func < (a: WitnessCost, b: WitnessCost) -> Bool { a.word < b.word }
}
