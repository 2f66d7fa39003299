/// One way to extend a graph: by an event of the pending operation, or by a timeout if no thread can take a step.
enum Choice {
  /// A read that reads from this write. If `fails` is true, it is the read of a weak compare-exchange that fails
  /// although it could write.
  case read(from: EventID, fails: Bool)
  /// A write that immediately follows this one in coherence order.
  case write(after: EventID)
  /// A write that immediately follows `after` in coherence order, and a backward revisit of `read`, which then reads
  /// from the new write. `fails` has the same meaning as for a read. The events added after `read` are removed, except
  /// those in the porf-prefix of the write.
  case revisit(read: EventID, after: EventID, fails: Bool)
  /// The thread is parked, because another one holds the lock for which it waits.
  case park
  /// A parked thread leaves the lock to another parked thread.
  case decline
  /// A timeout of the waits of these threads, all at once.
  case timeOut(ThreadSet)
}

// MARK: - Taking a choice

extension Explorer {
  /// Extends the graph by a choice.
  ///
  /// - Returns: Whether the memory model allows the resulting graph; if not, the graph must be discarded.
  func apply(_ choice: Choice, _ pending: PendingEvent) -> Bool {
    openUpdate = -1
    switch choice {
    case .read(let source, let fails):
      let id =
        pending.isParked
        ? graph.takeLock(pending.thread)
        : graph.appendRead(pending.operation, thread: pending.thread, from: source, fails: fails)
      return accept(read: id)
    case .write(let place):
      return accept(write(pending, after: place))
    case .revisit(let read, let place, let fails):
      return revisit(read, by: pending, after: place, fails: fails)
    case .park:
      // The location may have turned out to be no lock since the choice was found.
      guard graph.canPark(pending.operation) else {
        let latest = graph.locations[Int(pending.operation.location)].latestWrite
        return accept(read: graph.appendRead(pending.operation, thread: pending.thread, from: latest, fails: false))
      }
      graph.park(pending.operation, thread: pending.thread)
      return true
    case .decline:
      graph.at(graph.locations[Int(pending.operation.location)].latestWrite).pointee.declined.insert(pending.thread)
      return true
    case .timeOut(let threads):
      graph.expireTimeouts(of: threads)
      return true
    }
  }

  private func write(_ pending: PendingEvent, after place: EventID) -> EventID {
    graph.appendWrite(
      pending.operation, thread: pending.thread, value: pending.value, after: place, isUpdate: pending.isWriteHalf)
  }

  private func revisit(_ read: EventID, by pending: PendingEvent, after place: EventID, fails: Bool) -> Bool {
    let prefix = graph.revisitPrefix(ofNext: pending.thread)
    let event = graph[read]
    graph.cut(to: ChoiceEnumerator.kept(revisiting: read, prefix: prefix, in: graph), before: event.stamp)
    graph.state.pointee.parked.remove(read.thread)
    let written = write(pending, after: place)
    graph.at(written).pointee.revisited = read
    graph.at(written).pointee.revisitedStamp = event.stamp
    guard accept(written) else { return false }
    if !event.operation.isFulfilled(by: pending.value) && graph.canPark(event.operation) {
      graph.park(event.operation, thread: read.thread, stamp: event.firstStamp)
      return true
    }
    let again = graph.appendRead(event.operation, thread: read.thread, from: written, fails: fails, stamp: event.stamp)
    graph.at(again).pointee.firstStamp = event.firstStamp
    return accept(read: again)
  }

  private func accept(read id: EventID) -> Bool {
    guard accept(id) else { return false }
    if graph.at(id).pointee.isUpdate { openUpdate = id.thread }
    return true
  }

  /// Checks the consistency of the event just added, and reports its defects to the visitor.
  ///
  /// - Returns: Whether the memory model allows the graph.
  private func accept(_ id: EventID) -> Bool {
    if graph.reduction == .ordering && !graph.model.hasGlobalOrder && graph.contradicts(id) { hasContradiction = true }
    let isAllowed =
      switch graph.model {
      case .sc, .tso: graph.placeInGlobalOrder(id)
      case .arm: graph.observedOrder.allows(id, in: graph)
      case .rc11: graph.partialSC.allows(id, in: graph)
      }
    guard isAllowed else { return false }
    graph.forEachRace(of: id) { other in
      if goesOn { goesOn = visitor.found(.race(other, id), in: graph) }
    }
    if goesOn, let free = graph.freeBefore(id) {
      goesOn = visitor.found(.useAfterFree(free: free, access: id), in: graph)
    }
    return true
  }
}
