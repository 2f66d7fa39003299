/// The axiom of RC11 about sequentially consistent accesses and fences: psc is acyclic.
///
///     scb = po | (po\loc ; hb ; po\loc) | (hb & loc) | mo | fr
///     psc = ([SC] | [F sc] ; hb?) ; scb ; ([SC] | hb? ; [F sc])  |  [F sc] ; (hb | hb ; eco ; hb) ; [F sc]
///
/// A new event can close a cycle only if it has a successor, that is, if it is a read that does not read the latest
/// write or a write that is not the latest. An event is on an edge of psc only if it is sequentially consistent itself or a
/// sequentially consistent fence happens before it. Only if both hold does the check compute the row of predecessors of
/// each node of psc; it then repeatedly removes nodes without predecessors until none is left.
///
/// Source: Lahav, Vafeiadis, Kang, Hur, Dreyer, Repairing sequential consistency in C/C++11, PLDI 2017.
final class PartialSC {
  /// The number of the first event of each thread; events are numbered thread by thread.
  private(set) var offsets = [Int](repeating: 0, count: ExecutionGraph.threadLimit)
  private var eventCount = 0
  /// The sequentially consistent events, which are the nodes of psc.
  private(set) var nodes: [EventID] = []
  /// The fences among ``nodes``.
  private(set) var fences: [EventID] = []
  /// The rows of bits: for each node, its predecessors; then for each fence, the events that it happens before; then
  /// the named rows.
  let rows = BitRows()

  var fenceRow: Int { nodes.count }
  var consistentRow: Int { nodes.count + fences.count }
  private var aliveRow: Int { nodes.count + fences.count + 1 }
  var scratchRow: Int { nodes.count + fences.count + 2 }

  /// Returns whether psc is still acyclic after the addition of `id`, the last event of its thread.
  ///
  /// - Precondition: psc was acyclic before.
  func allows(_ id: EventID, in graph: ExecutionGraph) -> Bool {
    guard graph.state.pointee.hasSequentiallyConsistent, graph.target(of: graph.at(id)).isEvent
    else { return true }
    number(graph)
    let event = graph.at(id)
    guard
      event.pointee.order == .sequentiallyConsistent
        || fences.contains(where: event.pointee.happensBefore.contains)
    else { return true }
    rows.prepare(rows: scratchRow + 1, events: eventCount)
    fillFences(graph)
    for node in nodes.indices { fillPredecessors(of: node, in: graph) }
    return isAcyclic()
  }

  private func number(_ graph: ExecutionGraph) {
    nodes.removeAll(keepingCapacity: true)
    fences.removeAll(keepingCapacity: true)
    eventCount = 0
    for thread in 0..<graph.threadCount {
      offsets[thread] = eventCount
      let count = graph.count(of: thread)
      eventCount += count
      for index in 0..<count {
        let id = EventID(thread: thread, index: index)
        guard graph.at(id).pointee.order == .sequentiallyConsistent else { continue }
        nodes.append(id)
        if graph.at(id).pointee.kind == .fence { fences.append(id) }
      }
    }
  }

  @inline(__always)
  func bit(_ id: EventID) -> Int { offsets[id.thread] + id.index }

  /// Removes nodes without remaining predecessors until nothing changes.
  private func isAcyclic() -> Bool {
    var left = nodes.indices.map { $0 }
    for node in nodes { rows.insert(bit(node), into: aliveRow) }
    var changed = true
    while changed && !left.isEmpty {
      changed = false
      left.removeAll { node in
        if rows.meets(node, aliveRow) { return false }
        rows.remove(bit(nodes[node]), from: aliveRow)
        changed = true
        return true
      }
    }
    return left.isEmpty
  }
}

// MARK: - The edges of psc

/// Computes the edges of psc, as one row of predecessors per event.
extension PartialSC {
  /// Fills the row of each fence with the events that it happens before.
  func fillFences(_ graph: ExecutionGraph) {
    for node in nodes { rows.insert(bit(node), into: consistentRow) }
    guard !fences.isEmpty else { return }
    for id in graph.eventIDs {
      for (number, fence) in fences.enumerated() where graph.happensBefore(fence, id) {
        rows.insert(bit(id), into: fenceRow + number)
      }
    }
  }

  func fillPredecessors(of node: Int, in graph: ExecutionGraph) {
    let id = nodes[node]
    let isFence = graph.at(id).pointee.kind == .fence
    rows.clear(scratchRow)
    insertBefore(id, in: graph)
    if isFence { forEachBefore(id, in: graph) { insertBefore($0, in: graph) } }
    rows.join(scratchRow, into: node)
    rows.intersect(consistentRow, into: node)
    if isFence {
      // Inserts the edges that exist only between two fences: `hb` and `hb ; eco ; hb`.
      rows.insert(bit(id), into: scratchRow)
      forEachBefore(id, in: graph) { insertCoherentlyBefore($0, in: graph) }
    }
    for (number, fence) in fences.enumerated() where rows.meets(fenceRow + number, scratchRow) {
      rows.insert(bit(fence), into: node)
    }
  }

  private func forEachBefore(_ id: EventID, in graph: ExecutionGraph, _ body: (EventID) -> Void) {
    let past = graph.at(id).pointee.happensBefore
    for thread in 0..<graph.threadCount {
      for index in 0..<past[thread] {
        let earlier = EventID(thread: thread, index: index)
        if earlier != id { body(earlier) }
      }
    }
  }

  /// Inserts the immediate scb predecessors of the event into the scratch row.
  private func insertBefore(_ id: EventID, in graph: ExecutionGraph) {
    let event = graph.at(id)
    rows.insert(from: offsets[id.thread], count: id.index, into: scratchRow)
    insertThroughOtherLocations(event.pointee.runStart, thread: id.thread, in: graph)
    guard event.pointee.kind != .fence else { return }
    let past = event.pointee.happensBefore
    let rank = event.pointee.kind == .write ? Int(event.pointee.rank) : 0
    forEachAccess(of: event.pointee.location, in: graph) { other, access in
      if other != id && (past.contains(other) || graph.seenRank(access) < rank) {
        rows.insert(bit(other), into: scratchRow)
      }
    }
  }

  /// Inserts the predecessors by `po\loc ; hb ; po\loc` of an event whose run of accesses to one location begins at
  /// `start`.
  ///
  /// For the last `po\loc`, the latest event before the run suffices. For the first, each thread contributes the events
  /// before the run of its latest event that happens before that one.
  private func insertThroughOtherLocations(_ start: UInt8, thread: Int, in graph: ExecutionGraph) {
    guard start > 0 else { return }
    let through = graph.at(EventID(thread: thread, index: Int(start) - 1)).pointee.happensBefore
    for other in 0..<graph.threadCount where through[other] > 0 {
      let last = graph.at(EventID(thread: other, index: through[other] - 1))
      rows.insert(from: offsets[other], count: Int(last.pointee.runStart), into: scratchRow)
    }
  }

  /// Inserts the eco predecessors of an access: those by reads-from, coherence order, and from-reads.
  private func insertCoherentlyBefore(_ id: EventID, in graph: ExecutionGraph) {
    let event = graph.at(id)
    guard event.pointee.kind != .fence else { return }
    let rank = graph.seenRank(event)
    let source = event.pointee.readsFrom
    forEachAccess(of: event.pointee.location, in: graph) { other, access in
      if graph.seenRank(access) < rank || other == source { rows.insert(bit(other), into: scratchRow) }
    }
  }

  @inline(__always)
  private func forEachAccess(
    of location: Int, in graph: ExecutionGraph, _ body: (EventID, UnsafeMutablePointer<Event>) -> Void
  ) {
    for thread in 0..<graph.threadCount {
      for id in graph.accesses(of: thread, to: location) { body(id, graph.at(id)) }
    }
  }
}
