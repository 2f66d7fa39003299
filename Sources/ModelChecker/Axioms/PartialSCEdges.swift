/// The edges of psc, as rows of what leads to an event.
extension PartialSC {
  /// For each fence what it happens before.
  func fillFences(_ graph: ExecutionGraph) {
    for node in nodes { rows.insert(bit(node), into: consistentRow) }
    guard !fences.isEmpty else { return }
    for id in graph.eventIDs {
      for (place, fence) in fences.enumerated() where graph.happensBefore(fence, id) {
        rows.insert(bit(id), into: fenceRow + place)
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
    if isFence { insertBetweenFences(id, in: graph) }
    for (place, fence) in fences.enumerated() where rows.meets(fenceRow + place, scratchRow) {
      rows.insert(bit(fence), into: node)
    }
  }

  /// What lies between two fences besides scb: `hb` and `hb ; eco ; hb`.
  private func insertBetweenFences(_ id: EventID, in graph: ExecutionGraph) {
    rows.insert(bit(id), into: scratchRow)
    forEachBefore(id, in: graph) {
      insertCoherentlyBefore($0, in: graph)
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

  /// scb: what comes before the event by one edge, into the scratch row.
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

  /// `po\loc ; hb ; po\loc`, for an event whose run of accesses to one location begins at `start`: of the second step the
  /// last possible event is enough, of the first all that have another location between them and what hb reaches.
  private func insertThroughOtherLocations(_ start: UInt8, thread: Int, in graph: ExecutionGraph) {
    guard start > 0 else { return }
    let through = graph.at(EventID(thread: thread, index: Int(start) - 1)).pointee.happensBefore
    for other in 0..<graph.threadCount where through[other] > 0 {
      let last = graph.at(EventID(thread: other, index: through[other] - 1))
      rows.insert(from: offsets[other], count: Int(last.pointee.runStart), into: scratchRow)
    }
  }

  /// eco: what comes before the access by reads-from, modification order and from-reads.
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
    let accesses = graph.locations[location].last
    for thread in 0..<graph.threadCount {
      var last = accesses[thread]
      while last > 0 {
        let id = EventID(thread: thread, index: last - 1)
        body(id, graph.at(id))
        last = Int(graph.at(id).pointee.previousAccess)
      }
    }
  }
}
