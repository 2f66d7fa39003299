/// What holds for graphs in which program order and reads-from may have a cycle.
extension ExecutionGraph {
  /// Whether accesses to one location are coherent: acyclic `po-loc | rf | mo | fr`.
  var isCoherent: Bool {
    eventIDs.allSatisfy { id in
      guard at(id).pointee.kind != .fence else { return true }
      let rank = seenRank(at(id))
      // A read and the write that it reads have the same rank, so the write must not be the later one.
      return accesses(of: id.thread, to: at(id).pointee.location).allSatisfy { earlier in
        if earlier.index >= id.index { return true }
        let (first, second) = (at(earlier), at(id))
        let before = seenRank(first)
        return before < rank || before == rank && second.pointee.kind == .read
      }
    }
  }

  /// Computes which events happen before which, and on which each depends, for graphs that are complete.
  ///
  /// - Returns: Whether program order and reads-from have a cycle.
  func settleClocks() -> Bool {
    for id in eventIDs {
      at(id).pointee.happensBefore = VectorClock()
      at(id).pointee.prefix = VectorClock()
      at(id).pointee.acquirable = VectorClock()
      at(id).pointee.releasable = VectorClock()
      at(id).pointee.published = VectorClock()
    }
    var (isAtRest, hasCycle) = (false, false)
    while !isAtRest {
      isAtRest = true
      for thread in successors { updateRoot(of: thread) }
      for id in eventIDs where settle(id) { isAtRest = false }
    }
    for id in eventIDs where at(id).pointee.kind == .read {
      let source = at(id).pointee.readsFrom
      if source.isEvent && at(source).pointee.prefix.contains(id) { hasCycle = true }
    }
    return hasCycle
  }

  /// Joins what precedes an event into it, as when it is added.
  ///
  /// - Returns: Whether its clocks have changed.
  private func settle(_ id: EventID) -> Bool {
    let before = before(id)
    var event = at(id).pointee
    event.happensBefore.join(before.pointee.happensBefore)
    event.prefix.join(before.pointee.prefix)
    event.acquirable.join(before.pointee.acquirable)
    event.releasable.join(before.pointee.releasable)
    event.happensBefore[id.thread] = max(event.happensBefore[id.thread], id.index + 1)
    event.prefix[id.thread] = max(event.prefix[id.thread], id.index + 1)
    switch event.kind {
    case .fence:
      if event.order.acquires { event.happensBefore.join(event.acquirable) }
      if event.order.releases { event.releasable.join(event.happensBefore) }
    case .read: if event.readsFrom.isEvent { takeUp(&event, at(event.readsFrom)) }
    case .write: event.published.join(published(event, after: before))
    }
    let changed =
      event.happensBefore != at(id).pointee.happensBefore || event.prefix != at(id).pointee.prefix
      || event.published != at(id).pointee.published || event.acquirable != at(id).pointee.acquirable
    at(id).initialize(to: event)
    return changed
  }
}
