/// The axiom of ARMv8 about what other threads observe: ob is acyclic.
///
///     ob = preserved program order | external rf | mo | fr | starts of threads
///
/// A new event can close a cycle only if it has a successor, that is, if it is a read that does not read the latest write
/// or a write that is not the latest: all its other edges lead to it. The check then searches the predecessors of the event
/// for that successor.
///
/// That internal `mo` and `fr` are in ob, and not only the external ones, changes nothing: a write that follows an access
/// to its location comes after whatever precedes that access, by the axioms' other clauses (`coi` in ARM's own text).
///
/// Source: Pulte, Flur, Deacon, French, Sarkar, Sewell, Simplifying ARM concurrency: multicopy-atomic axiomatic and
/// operational models for ARMv8, POPL 2018.
final class ObservedOrder {
  /// One bit for each event that the search has reached, at the event's slot.
  private let reached: UnsafeMutablePointer<UInt64>
  /// The events whose predecessors are still to be searched.
  private var open: [EventID] = []

  init() {
    reached = .allocate(capacity: Self.wordsPerThread * ExecutionGraph.threadLimit)
    open.reserveCapacity(64)
  }

  deinit { reached.deallocate() }

  /// The words of the 256 slots of a thread.
  private static let wordsPerThread = 4

  /// Returns whether ob is still acyclic after the addition of `id`, the last event of its thread.
  ///
  /// - Precondition: ob was acyclic before.
  func allows(_ id: EventID, in graph: ExecutionGraph) -> Bool {
    let target = graph.target(of: graph.at(id))
    return !target.isEvent || !precedes(target, id, in: graph)
  }

  /// Returns whether `earlier` precedes `id` in ob.
  private func precedes(_ earlier: EventID, _ id: EventID, in graph: ExecutionGraph) -> Bool {
    reached.update(repeating: 0, count: Self.wordsPerThread * graph.threadCount)
    open.removeAll(keepingCapacity: true)
    open.append(id)
    while let next = open.popLast() {
      graph.forEachObserved(before: next) { reach($0) }
      if isReached(earlier) { return true }
    }
    return false
  }

  @inline(__always)
  private func reach(_ id: EventID) {
    let bit: UInt64 = 1 << UInt64(id.slot & 63)
    guard reached[id.slot >> 6] & bit == 0 else { return }
    reached[id.slot >> 6] |= bit
    open.append(id)
  }

  @inline(__always)
  private func isReached(_ id: EventID) -> Bool { reached[id.slot >> 6] >> UInt64(id.slot & 63) & 1 == 1 }
}

// MARK: - The edges of ob

extension ExecutionGraph {
  /// Calls `body` with events that precede an event in ob, among them all from which no other one leads to it.
  @inline(__always)
  fileprivate func forEachObserved(before id: EventID, _ body: (EventID) -> Void) {
    let event = at(id)
    for thread in predecessors[id.thread] {
      for index in 0..<count(of: thread) { body(EventID(thread: thread, index: index)) }
    }
    forEachPreserved(before: id, body)
    switch event.pointee.kind {
    case .fence: return
    case .read:
      let source = event.pointee.readsFrom
      if source.isEvent && source.thread != id.thread { body(source) }
    case .write:
      let previous = event.pointee.moPrevious
      if previous.isEvent { body(previous) }
      for thread in 0..<threadCount {
        for access in accesses(of: thread, to: event.pointee.location)
        where access != id && at(access).pointee.kind == .read && at(access).pointee.readsFrom == previous {
          body(access)
        }
      }
    }
  }
}
