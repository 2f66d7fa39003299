/// The global order of TSO and SC, kept closed: each event knows all that comes before it.
///
/// Under SC it is `(po | rf | mo | fr)+`. Under TSO a write does not come before the reads that follow it in its thread
/// until a full fence lies between: a fence that is sequentially consistent, an update, the end of a sequentially
/// consistent store. So the reads and fences of a thread that come before an event begin at the thread's beginning
/// without a gap, and so do the writes, but not both together: two clocks.
extension ExecutionGraph {
  /// Joins into an event's clocks those of all that lead to it by one edge.
  func relaxEdges(into id: EventID) {
    joinThread(id)
    joinSources(id)
  }

  /// Places the last event of a thread, and hands what comes before it on to what comes after it.
  ///
  /// - Returns: false where that closes a cycle; the order is then of no use any more.
  func placeInGlobalOrder(_ id: EventID) -> Bool {
    let event = at(id)
    settleDrains(id)
    relaxEdges(into: id)
    let target = target(of: event)
    guard target.isEvent else { return true }
    if event.pointee.globalWrites.contains(target) { return false }
    for thread in 0..<threadCount {
      for index in 0..<count(of: thread) {
        let later = EventID(thread: thread, index: index)
        if later == target || at(later).pointee.globalWrites.contains(target) { pass(from: event, to: later) }
      }
    }
    return true
  }

  /// The write that comes next after what the event has written or read.
  @inline(__always)
  private func target(of event: UnsafeMutablePointer<Event>) -> EventID {
    switch event.pointee.kind {
    case .fence: .none
    case .write: event.pointee.moNext
    case .read: next(after: event.pointee.readsFrom, at: event.pointee.location)
    }
  }

  @inline(__always)
  private func pass(from event: UnsafeMutablePointer<Event>, to later: EventID) {
    at(later).pointee.globalReads.join(event.pointee.globalReads)
    at(later).pointee.globalWrites.join(event.pointee.globalWrites)
  }

  /// Whether all writes before the event in its thread come before it, though it is no write.
  private func drains(_ event: UnsafeMutablePointer<Event>) -> Bool {
    if model == .sc { return true }
    return switch event.pointee.kind {
    case .fence: event.pointee.order == .sequentiallyConsistent
    case .read: event.pointee.isUpdate
    case .write: event.pointee.isUpdate || event.pointee.order == .sequentiallyConsistent
    }
  }

  private func settleDrains(_ id: EventID) {
    let event = at(id)
    let before = id.index == 0 ? roots + id.thread : at(EventID(thread: id.thread, index: id.index - 1))
    let place = UInt8(truncatingIfNeeded: id.index + 1)
    let isWrite = event.pointee.kind == .write
    event.pointee.lastRead = isWrite ? before.pointee.lastRead : place
    event.pointee.lastWrite = isWrite ? place : before.pointee.lastWrite
    event.pointee.lastDrainedWrite = drains(event) ? event.pointee.lastWrite : before.pointee.lastDrainedWrite
  }

  /// What comes before an event in its own thread, and the event.
  private func joinThread(_ id: EventID) {
    let event = at(id)
    let before = id.index == 0 ? roots + id.thread : at(EventID(thread: id.thread, index: id.index - 1))
    let isWrite = event.pointee.kind == .write
    let read = Int(before.pointee.lastRead)
    let write = Int(isWrite || drains(event) ? before.pointee.lastWrite : before.pointee.lastDrainedWrite)
    pass(from: read == 0 ? roots + id.thread : at(EventID(thread: id.thread, index: read - 1)), to: id)
    if write > 0 { pass(from: at(EventID(thread: id.thread, index: write - 1)), to: id) }
    if isWrite {
      event.pointee.globalWrites[id.thread] = id.index + 1
    } else {
      event.pointee.globalReads[id.thread] = id.index + 1
    }
  }

  /// What comes before an event by reads-from, modification order and from-reads.
  private func joinSources(_ id: EventID) {
    let event = at(id)
    switch event.pointee.kind {
    case .fence: return
    case .read:
      let source = event.pointee.readsFrom
      guard source.isEvent, model == .sc || source.thread != id.thread else { return }
      pass(from: at(source), to: id)
    case .write:
      let previous = event.pointee.moPrevious
      if previous.isEvent { pass(from: at(previous), to: id) }
      joinReaders(of: previous, to: id)
    }
  }

  private func joinReaders(of write: EventID, to id: EventID) {
    let accesses = locations[at(id).pointee.location].last
    for thread in 0..<threadCount {
      var last = accesses[thread]
      while last > 0 {
        let access = at(EventID(thread: thread, index: last - 1))
        if access.pointee.kind == .read && access.pointee.readsFrom == write {
          pass(from: access, to: id)
          break
        }
        last = Int(access.pointee.previousAccess)
      }
    }
  }
}

// MARK: - After a removal

/// The global order from its beginning: after a removal, and at the start of a thread that waits for others.
extension ExecutionGraph {
  /// What the first event of a later thread comes after: everything that `predecessor` did, as if drained by a fence.
  func joinEnd(of predecessor: Int, into root: inout Event) {
    guard model != .rc11 else { return }
    let end = last(of: predecessor).pointee
    let count = count(of: predecessor)
    root.globalReads.join(roots[predecessor].globalReads)
    root.globalWrites.join(roots[predecessor].globalWrites)
    for place in [end.lastRead, end.lastWrite] where place > 0 {
      let event = at(EventID(thread: predecessor, index: Int(place) - 1))
      root.globalReads.join(event.pointee.globalReads)
      root.globalWrites.join(event.pointee.globalWrites)
    }
    root.globalReads[predecessor] = count
    root.globalWrites[predecessor] = count
  }

  /// Works out the whole order again.
  ///
  /// A removed event may have been the middle of a path, so nothing of the old order can be kept. The graph has no cycle,
  /// so that passing the clocks along all edges comes to rest.
  func rebuildGlobalOrder() {
    for thread in 0..<threadCount { clearGlobalOrder(of: thread) }
    var isAtRest = false
    while !isAtRest {
      isAtRest = true
      for thread in successors where count(of: thread) > 0 { settleRoot(of: thread) }
      for thread in 0..<threadCount {
        for index in 0..<count(of: thread) where relax(EventID(thread: thread, index: index)) { isAtRest = false }
      }
    }
  }

  private func clearGlobalOrder(of thread: Int) {
    for index in 0..<count(of: thread) {
      let event = at(EventID(thread: thread, index: index))
      event.pointee.globalReads = VectorClock()
      event.pointee.globalWrites = VectorClock()
    }
  }

  /// - Returns: whether anything has changed.
  private func relax(_ id: EventID) -> Bool {
    let event = at(id)
    let reads = event.pointee.globalReads
    let writes = event.pointee.globalWrites
    relaxEdges(into: id)
    var changed = event.pointee.globalReads != reads || event.pointee.globalWrites != writes
    if event.pointee.kind == .read, relaxFromRead(event) { changed = true }
    return changed
  }

  private func relaxFromRead(_ read: UnsafeMutablePointer<Event>) -> Bool {
    let target = next(after: read.pointee.readsFrom, at: read.pointee.location)
    guard target.isEvent else { return false }
    let event = at(target)
    let reads = event.pointee.globalReads
    let writes = event.pointee.globalWrites
    event.pointee.globalReads.join(read.pointee.globalReads)
    event.pointee.globalWrites.join(read.pointee.globalWrites)
    return event.pointee.globalReads != reads || event.pointee.globalWrites != writes
  }
}
