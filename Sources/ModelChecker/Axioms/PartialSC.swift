/// The axiom about sequentially consistent accesses and fences: psc has no cycle.
///
///     scb = po | (po\loc ; hb ; po\loc) | (hb & loc) | mo | fr
///     psc = ([SC] | [F sc] ; hb?) ; scb ; ([SC] | hb? ; [F sc])  |  [F sc] ; (hb | hb ; eco ; hb) ; [F sc]
///
/// An event that has just been added can close a cycle only if something comes after it: if it is a read that does not
/// read the latest write, or a write that is not the latest. And it lies on an edge of psc only if it is sequentially
/// consistent itself or comes after a sequentially consistent fence. In all other cases nothing is worked out; otherwise
/// for each node of psc the row of those that lead to it, and nodes that nothing leads to are taken away until none is
/// left.
///
/// Source: Lahav, Vafeiadis, Kang, Hur, Dreyer, Repairing sequential consistency in C/C++11, PLDI 2017.
final class PartialSC {
  /// Events are numbered thread by thread; the number of each thread's first.
  private(set) var offsets = [Int](repeating: 0, count: ExecutionGraph.threadLimit)
  private var eventCount = 0
  /// All sequentially consistent events, and those of them that are fences.
  private(set) var nodes: [EventID] = []
  private(set) var fences: [EventID] = []
  /// A row for each node, those that lead to it; then a row for each fence, what it happens before; then the named ones.
  let rows = BitRows()

  var fenceRow: Int { nodes.count }
  var consistentRow: Int { nodes.count + fences.count }
  private var aliveRow: Int { nodes.count + fences.count + 1 }
  var scratchRow: Int { nodes.count + fences.count + 2 }

  /// Whether the last event of its thread, just added, leaves psc without a cycle, as it was before.
  func allows(_ id: EventID, in graph: ExecutionGraph) -> Bool {
    guard graph.state.pointee.hasSequentiallyConsistent, hasSuccessor(id, in: graph) else { return true }
    number(graph)
    guard isOnEdge(id, in: graph) else { return true }
    rows.prepare(rows: scratchRow + 1, events: eventCount)
    fillFences(graph)
    for node in nodes.indices { fillPredecessors(of: node, in: graph) }
    return isAcyclic()
  }

  private func hasSuccessor(_ id: EventID, in graph: ExecutionGraph) -> Bool {
    let event = graph.at(id)
    return switch event.pointee.kind {
    case .fence: false
    case .write: event.pointee.moNext.isEvent
    case .read: graph.next(after: event.pointee.readsFrom, at: event.pointee.location).isEvent
    }
  }

  private func isOnEdge(_ id: EventID, in graph: ExecutionGraph) -> Bool {
    graph.at(id).pointee.order == .sequentiallyConsistent
      || fences.contains { graph.at(id).pointee.happensBefore.contains($0) }
  }

  private func number(_ graph: ExecutionGraph) {
    nodes.removeAll(keepingCapacity: true)
    fences.removeAll(keepingCapacity: true)
    eventCount = 0
    for thread in 0..<graph.threadCount {
      offsets[thread] = eventCount
      let count = graph.count(of: thread)
      eventCount += count
      for index in 0..<count { collect(EventID(thread: thread, index: index), in: graph) }
    }
  }

  @inline(__always)
  private func collect(_ id: EventID, in graph: ExecutionGraph) {
    guard graph.at(id).pointee.order == .sequentiallyConsistent else { return }
    nodes.append(id)
    if graph.at(id).pointee.kind == .fence { fences.append(id) }
  }

  @inline(__always)
  func bit(_ id: EventID) -> Int { offsets[id.thread] + id.index }

  /// Takes away nodes that no node left leads to, until nothing changes.
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
