/// The orders in which the events of a slice can follow each other.
///
/// A slice holds with each event all that it depends on. An order is told by the thread of each step.
struct Linearizer {
  private let graph: ExecutionGraph
  private let slice: VectorClock
  private let threads: [Int]

  init(_ graph: ExecutionGraph, slice: VectorClock) {
    self.graph = graph
    self.slice = slice
    threads = (0..<graph.threadCount).filter { slice[$0] > 0 }
  }

  /// Positions that are tried at most: some seconds of work.
  private static let positionLimit = 1 << 20

  /// Whether the next event of a thread can follow, with so many events of each thread told.
  private func isReady(_ thread: Int, at position: VectorClock) -> Bool {
    let index = position[thread]
    guard index < slice[thread] else { return false }
    let prefix = graph.at(EventID(thread: thread, index: index)).pointee.prefix
    return threads.allSatisfy { $0 == thread || prefix[$0] <= position[$0] }
  }

  /// Whether the thread is between the two halves of an update, which nothing parts.
  private func isInUpdate(_ thread: Int, at position: VectorClock) -> Bool {
    let index = position[thread]
    guard index > 0, index < slice[thread] else { return false }
    let event = graph.at(EventID(thread: thread, index: index - 1))
    return event.pointee.isUpdate && event.pointee.kind == .read
  }

  /// The latest write of a read's location among those told, if it is later than what the read reads.
  private func newerWrite(than read: EventID, at position: VectorClock) -> EventID? {
    let event = graph.at(read)
    guard event.pointee.kind == .read else { return nil }
    var write = graph.locations[event.pointee.location].latestWrite
    while write.isEvent && write != event.pointee.readsFrom {
      if position.contains(write) { return write }
      write = graph.at(write).pointee.moPrevious
    }
    return nil
  }

  /// What one more step of `thread` costs, after one of `last`.
  private func add(_ thread: Int, after last: Int?, at position: VectorClock, to cost: inout WitnessCost) {
    cost.steps += 1
    if newerWrite(than: EventID(thread: thread, index: position[thread]), at: position) != nil { cost.staleReads += 1 }
    guard let last, last != thread else { return }
    cost.switches += 1
    if isReady(last, at: position) { cost.preemptions += 1 }
  }

  private func choices(after last: Int?, at position: VectorClock) -> [Int] {
    if let last, isInUpdate(last, at: position) { return [last] }
    return threads.filter { isReady($0, at: position) }
  }
}

extension Linearizer {
  /// A position with the thread of the last step, as one word: the counts of the slice's threads, read as digits.
  private struct Place: Hashable {
    var position: Int
    var last: Int
  }

  private struct Way {
    var cost: WitnessCost
    var previous: Int
  }

  /// The order with the least cost; nil where there are too many to try.
  ///
  /// Positions are gone through in the order of their numbers: a step makes the number larger, so all ways to a position
  /// are known when it comes up.
  func leastOrder() -> [Int]? {
    var strides: [Int: Int] = [:]
    var total = 1
    for thread in threads {
      strides[thread] = total
      total *= slice[thread] + 1
      if total > Self.positionLimit { return nil }
    }
    var ways: [Place: Way] = [Place(position: 0, last: -1): Way(cost: WitnessCost(), previous: -1)]
    for number in 0..<total {
      for last in [-1] + threads {
        guard let way = ways[Place(position: number, last: last)] else { continue }
        extend(way, from: Place(position: number, last: last), strides, &ways)
      }
    }
    return order(endingAt: total - 1, ways, strides)
  }

  private func position(_ number: Int, _ strides: [Int: Int]) -> VectorClock {
    var position = VectorClock()
    for thread in threads { position[thread] = number / (strides[thread] ?? 1) % (slice[thread] + 1) }
    return position
  }

  private func extend(_ way: Way, from place: Place, _ strides: [Int: Int], _ ways: inout [Place: Way]) {
    let position = position(place.position, strides)
    let last = place.last < 0 ? nil : place.last
    for thread in choices(after: last, at: position) {
      var cost = way.cost
      add(thread, after: last, at: position, to: &cost)
      let next = Place(position: place.position + (strides[thread] ?? 0), last: thread)
      if let known = ways[next], known.cost <= cost { continue }
      ways[next] = Way(cost: cost, previous: place.last)
    }
  }

  private func order(endingAt end: Int, _ ways: [Place: Way], _ strides: [Int: Int]) -> [Int] {
    var best: (place: Place, cost: WitnessCost)?
    for last in threads {
      let place = Place(position: end, last: last)
      guard let way = ways[place] else { continue }
      if best.map({ way.cost < $0.cost }) ?? true { best = (place, way.cost) }
    }
    var order: [Int] = []
    var place = best?.place
    while let here = place, here.last >= 0, let way = ways[here] {
      order.append(here.last)
      place = Place(position: here.position - (strides[here.last] ?? 0), last: way.previous)
    }
    return order.reversed()
  }

  /// An order that stays with a thread while it can go on.
  func steadyOrder() -> [Int] {
    var order: [Int] = []
    var position = VectorClock()
    while true {
      let ready = choices(after: order.last, at: position)
      guard let next = ready.first(where: { $0 == order.last }) ?? ready.first else { return order }
      order.append(next)
      position[next] += 1
    }
  }

  func cost(of order: [Int]) -> WitnessCost {
    var cost = WitnessCost()
    var position = VectorClock()
    var last: Int?
    for thread in order {
      add(thread, after: last, at: position, to: &cost)
      position[thread] += 1
      last = thread
    }
    return cost
  }

  func steps(_ order: [Int]) -> [Witness.Step] {
    var position = VectorClock()
    return order.map { thread in
      let id = EventID(thread: thread, index: position[thread])
      let newer = newerWrite(than: id, at: position)
      position[thread] += 1
      return Witness.Step(id: id, event: graph[id], isStale: newer != nil, newer: newer)
    }
  }
}
