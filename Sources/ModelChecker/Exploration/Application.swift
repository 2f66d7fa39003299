/// Taking a choice.
extension Explorer {
  /// - Returns: whether the memory model allows the graph that comes out; if not, it is of no use any more.
  func apply(_ choice: Choice, _ addition: Addition) -> Bool {
    pending = -1
    switch choice {
    case .read(let source):
      let id = graph.appendRead(addition.operation, thread: addition.thread, from: source)
      return settle(read: id)
    case .write(let place):
      return settle(write(addition, after: place))
    case .revisit(let read, let place):
      return revisit(read, by: addition, after: place)
    case .timeOut(let threads):
      graph.passTime(reachingLimitsOf: threads)
      return true
    }
  }

  private func write(_ addition: Addition, after place: EventID) -> EventID {
    graph.appendWrite(
      addition.operation, thread: addition.thread, value: addition.value, after: place, isUpdate: addition.isWriteHalf)
  }

  private func revisit(_ read: EventID, by addition: Addition, after place: EventID) -> Bool {
    let prefix = graph.last(of: addition.thread).pointee.prefix
    let event = graph[read]
    graph.cut(to: Enumeration.kept(revisiting: read, prefix: prefix, in: graph))
    let written = write(addition, after: place)
    graph.at(written).pointee.revisited = read
    guard settle(written) else { return false }
    let again = graph.appendRead(event.operation, thread: read.thread, from: written, stamp: event.stamp)
    return settle(read: again)
  }

  private func settle(read id: EventID) -> Bool {
    guard settle(id) else { return false }
    if graph.at(id).pointee.isUpdate { pending = id.thread }
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
