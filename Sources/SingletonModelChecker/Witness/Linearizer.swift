/// The possible linearizations of a slice, a set of events that contains with each event its porf-prefix.
///
/// A linearization is represented by the thread of each step.
struct Linearizer {
  let graph: ExecutionGraph
  let slice: VectorClock
  let threads: [Int]

  init(_ graph: ExecutionGraph, slice: VectorClock) {
    self.graph = graph
    self.slice = slice
    threads = (0..<graph.threadCount).filter { slice[$0] > 0 }
  }

  /// Returns whether the next event of a thread can follow the events before `position`.
  func isReady(_ thread: Int, at position: VectorClock) -> Bool {
    let index = position[thread]
    guard index < slice[thread] else { return false }
    let prefix = graph.at(EventID(thread: thread, index: index)).pointee.prefix
    return threads.allSatisfy { $0 == thread || prefix[$0] <= position[$0] }
  }

  /// Returns whether the thread is between the two halves of an update, which are never separated.
  func isInUpdate(_ thread: Int, at position: VectorClock) -> Bool {
    let index = position[thread]
    guard index > 0, index < slice[thread] else { return false }
    let event = graph.at(EventID(thread: thread, index: index - 1))
    return event.pointee.isUpdate && event.pointee.kind == .read
  }

  /// Returns whether the next event of a thread reads a write that is not the latest of those before `position`.
  func isStale(_ thread: Int, at position: VectorClock) -> Bool {
    let event = graph.at(EventID(thread: thread, index: position[thread]))
    guard event.pointee.kind == .read else { return false }
    var write = graph.locations[event.pointee.location].latestWrite
    while write.isEvent && write != event.pointee.readsFrom {
      if position.contains(write) { return true }
      write = graph.at(write).pointee.moPrevious
    }
    return false
  }

  /// Adds to `cost` that of one more step of `thread` after a step of `last`.
  func add(_ thread: Int, after last: Int?, at position: VectorClock, to cost: inout WitnessCost) {
    cost.steps += 1
    if isStale(thread, at: position) { cost.staleReads += 1 }
    guard let last, last != thread else { return }
    cost.switches += 1
    if isReady(last, at: position) { cost.preemptions += 1 }
  }

  func choices(after last: Int?, at position: VectorClock) -> [Int] {
    if let last, isInUpdate(last, at: position) { return [last] }
    return threads.filter { isReady($0, at: position) }
  }
}

extension Linearizer {
  /// Returns a linearization that continues with the same thread as long as possible.
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

  func events(_ order: [Int]) -> [EventID] {
    var position = VectorClock()
    return order.map { thread in
      position[thread] += 1
      return EventID(thread: thread, index: position[thread] - 1)
    }
  }
}
