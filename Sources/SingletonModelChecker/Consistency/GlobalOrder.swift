/// The global order of TSO and SC, kept transitively closed: each event knows all of its predecessors.
///
/// Under SC it is `(po | rf | mo | fr)+`. Under TSO, a write does not precede the later reads of its thread until a
/// full fence separates them: a sequentially consistent fence, a read-modify-write, whether it writes or not, or the end
/// of a sequentially consistent store. Therefore the reads and fences of a thread that precede an event form a prefix
/// of that thread's reads and fences, and the writes a prefix of its writes, but both together need not form a prefix
/// of the thread. Hence there are two clocks.
extension ExecutionGraph {
  /// Joins into an event's clocks those of all its immediate predecessors.
  func relaxEdges(into id: EventID) {
    joinThread(id)
    joinSources(id)
  }

  /// Adds the last event of a thread to the global order, and propagates its predecessors to its successors.
  ///
  /// - Returns: `false` if the event closes a cycle; the global order is then invalid.
  func placeInGlobalOrder(_ id: EventID) -> Bool {
    let event = at(id)
    updateDrains(id)
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

  /// Returns the coherence-order successor of the write that the event is or reads from.
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

  /// Returns whether the event drains the store buffer, as a full fence does: the writes of its thread up to and
  /// including it precede everything that follows it.
  private func drains(_ event: UnsafeMutablePointer<Event>) -> Bool {
    if model == .sc { return true }
    return switch event.pointee.kind {
    case .fence: event.pointee.order == .sequentiallyConsistent
    case .read: event.pointee.operation.kind == .readModifyWrite && event.pointee.waiting == .over
    case .write: event.pointee.isUpdate || event.pointee.order == .sequentiallyConsistent
    }
  }

  private func updateDrains(_ id: EventID) {
    let event = at(id)
    let before = id.index == 0 ? roots + id.thread : at(EventID(thread: id.thread, index: id.index - 1))
    let place = UInt8(truncatingIfNeeded: id.index + 1)
    let isWrite = event.pointee.kind == .write
    event.pointee.lastRead = isWrite ? before.pointee.lastRead : place
    event.pointee.lastWrite = isWrite ? place : before.pointee.lastWrite
    event.pointee.lastDrainedWrite = drains(event) ? event.pointee.lastWrite : before.pointee.lastDrainedWrite
  }

  /// Joins the predecessors of an event in its own thread, and adds the event itself.
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

  /// Joins the predecessors of an event by reads-from, coherence order, and from-reads.
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

/// Computes the global order from scratch, which is needed after a removal and at the start of a thread with
/// predecessors.
extension ExecutionGraph {
  /// Joins into the root of a thread everything that `predecessor` did, as if a fence had drained its store buffer.
  func joinEnd(of predecessor: Int, into root: inout Event) {
    guard model.hasGlobalOrder else { return }
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

  /// Recomputes the global order.
  ///
  /// A removed event may have connected two others, so no part of the old order can be kept. The graph is acyclic, so
  /// propagating the clocks along all edges reaches a fixed point.
  func rebuildGlobalOrder() {
    for thread in 0..<threadCount { clearGlobalOrder(of: thread) }
    var isAtRest = false
    while !isAtRest {
      isAtRest = true
      for thread in successors where count(of: thread) > 0 { updateRoot(of: thread) }
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

  /// Joins the predecessors of an event again, and propagates those of a read along from-reads.
  ///
  /// - Returns: Whether any clock has changed.
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
