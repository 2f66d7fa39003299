/// One way to add an operation's event to a graph, or to go on where nothing can be added.
enum Choice {
  /// A read that reads from this write.
  case read(from: EventID)
  /// A write that follows this one in modification order.
  case write(after: EventID)
  /// The same, and a read that is there already reads from it; what was added after that read is removed, but for what
  /// the write depends on.
  case revisit(read: EventID, after: EventID)
  /// Time passes, and the waits of these threads reach their limits together.
  case timeOut(ThreadSet)
}

// MARK: - Taking a choice

extension Explorer {
  /// - Returns: whether the memory model allows the graph that comes out; if not, it is of no use any more.
  func apply(_ choice: Choice, _ pending: PendingEvent) -> Bool {
    openUpdate = -1
    switch choice {
    case .read(let source):
      let id = graph.appendRead(pending.operation, thread: pending.thread, from: source)
      return settle(read: id)
    case .write(let place):
      return settle(write(pending, after: place))
    case .revisit(let read, let place):
      return revisit(read, by: pending, after: place)
    case .timeOut(let threads):
      graph.expireTimeouts(of: threads)
      return true
    }
  }

  private func write(_ pending: PendingEvent, after place: EventID) -> EventID {
    graph.appendWrite(
      pending.operation, thread: pending.thread, value: pending.value, after: place, isUpdate: pending.isWriteHalf)
  }

  private func revisit(_ read: EventID, by pending: PendingEvent, after place: EventID) -> Bool {
    let prefix = graph.last(of: pending.thread).pointee.prefix
    let event = graph[read]
    graph.cut(to: ChoiceEnumerator.kept(revisiting: read, prefix: prefix, in: graph))
    let written = write(pending, after: place)
    graph.at(written).pointee.revisited = read
    guard settle(written) else { return false }
    let again = graph.appendRead(event.operation, thread: read.thread, from: written, stamp: event.stamp)
    return settle(read: again)
  }

  private func settle(read id: EventID) -> Bool {
    guard settle(id) else { return false }
    if graph.at(id).pointee.isUpdate { openUpdate = id.thread }
    return true
  }

  /// Asks the memory model about the event that was just added, and tells the visitor what is wrong with it.
  private func settle(_ id: EventID) -> Bool {
    let isAllowed = graph.model == .rc11 ? graph.partialSC.allows(id, in: graph) : graph.placeInGlobalOrder(id)
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
