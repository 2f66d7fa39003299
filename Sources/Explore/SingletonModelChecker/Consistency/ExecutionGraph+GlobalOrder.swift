/// The global order of TSO and SC, kept transitively closed: each event knows all of its predecessors.
///
/// Under SC it is `(po | rf | mo | fr)+`. Under TSO, a write does not precede the later reads of its thread until a
/// full fence separates them: a sequentially consistent fence, a read-modify-write, whether it writes or not, or the
/// end of a sequentially consistent store. Therefore the reads and fences of a thread that precede an event form a
/// prefix of that thread's reads and fences, and its writes that do so form a prefix of its writes, but together they
/// need not form a prefix of the thread. Hence there are two clocks (``GlobalPast``).
extension ExecutionGraph {
  /// Joins the clocks of all immediate predecessors of an event into its own.
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
    if event.pointee.globalPast.writes.contains(target) { return false }
    forEachEvent { later in
      if later == target || at(later).pointee.globalPast.writes.contains(target) {
        at(later).pointee.globalPast.join(event.pointee.globalPast)
      }
    }
    return true
  }

  /// Returns the write that follows in coherence order the write that the event is or reads from.
  @inline(__always)
  func target(of event: UnsafeMutablePointer<Event>) -> EventID {
    switch event.pointee.kind {
    case .fence: .none
    case .write: event.pointee.moNext
    case .read: next(after: event.pointee.readsFrom, at: event.pointee.location)
    }
  }

  /// Returns whether the event drains the store buffer, as a full fence does: the writes of its thread up to and
  /// including it precede everything that follows it.
  private func drains(_ event: UnsafeMutablePointer<Event>) -> Bool {
    if model == .sc { return true }
    return switch event.pointee.kind {
    case .fence:
      event.pointee.order == .sequentiallyConsistent || event.pointee.operation.kind == .readModifyWrite
    case .read: event.pointee.operation.kind == .readModifyWrite && event.pointee.waiting == .over
    case .write: event.pointee.isUpdate || event.pointee.order == .sequentiallyConsistent
    }
  }

  private func updateDrains(_ id: EventID) {
    let event = at(id)
    let before = before(id)
    let count = UInt8(truncatingIfNeeded: id.index + 1)
    let isWrite = event.pointee.kind == .write
    event.pointee.lastRead = isWrite ? before.pointee.lastRead : count
    event.pointee.lastWrite = isWrite ? count : before.pointee.lastWrite
    event.pointee.lastDrainedWrite = drains(event) ? event.pointee.lastWrite : before.pointee.lastDrainedWrite
  }

  /// Joins the predecessors of an event in its own thread, and adds the event itself.
  private func joinThread(_ id: EventID) {
    let event = at(id)
    let last = before(id)
    let isWrite = event.pointee.kind == .write
    let write = isWrite || drains(event) ? last.pointee.lastWrite : last.pointee.lastDrainedWrite
    event.pointee.globalPast.join(globalPast(of: id.thread, first: last.pointee.lastRead))
    event.pointee.globalPast.join(globalPast(of: id.thread, first: write))
    if isWrite {
      event.pointee.globalPast.writes[id.thread] = id.index + 1
    } else {
      event.pointee.globalPast.reads[id.thread] = id.index + 1
    }
  }

  /// Calls `body` with each event, thread by thread. Unlike ``eventIDs``, it allocates nothing.
  @inline(__always)
  private func forEachEvent(_ body: (EventID) -> Void) {
    for thread in 0..<threadCount {
      for index in 0..<count(of: thread) { body(EventID(thread: thread, index: index)) }
    }
  }

  /// Returns the global past of the last of a thread's first `count` events, or of its root if there is none.
  @inline(__always)
  private func globalPast(of thread: Int, first count: UInt8) -> GlobalPast {
    before(EventID(thread: thread, index: Int(count))).pointee.globalPast
  }

  /// Joins the predecessors of an event by reads-from, coherence order, and from-reads.
  private func joinSources(_ id: EventID) {
    let event = at(id)
    switch event.pointee.kind {
    case .fence: return
    case .read:
      let source = event.pointee.readsFrom
      guard source.isEvent, model == .sc || source.thread != id.thread else { return }
      event.pointee.globalPast.join(at(source).pointee.globalPast)
    case .write:
      let previous = event.pointee.moPrevious
      if previous.isEvent { event.pointee.globalPast.join(at(previous).pointee.globalPast) }
      for thread in 0..<threadCount {
        for access in accesses(of: thread, to: event.pointee.location)
        where at(access).pointee.kind == .read && at(access).pointee.readsFrom == previous {
          event.pointee.globalPast.join(at(access).pointee.globalPast)
          break
        }
      }
    }
  }
}

// MARK: - After a removal

/// Computes the global order from scratch, after a removal and at the start of a thread with predecessors.
extension ExecutionGraph {
  /// Joins everything that `predecessor` did into the root of a thread, as if a fence had drained the store buffer of
  /// `predecessor`.
  func joinEnd(of predecessor: Int, into root: inout Event) {
    guard model.hasGlobalOrder else { return }
    root.globalPast.join(globalPast(of: predecessor, first: last(of: predecessor).pointee.lastRead))
    root.globalPast.join(globalPast(of: predecessor, first: last(of: predecessor).pointee.lastWrite))
    root.globalPast.reads[predecessor] = count(of: predecessor)
    root.globalPast.writes[predecessor] = count(of: predecessor)
  }

  /// Recomputes the global order.
  ///
  /// A removed event may have connected two others, so no part of the old order can be kept. The graph is acyclic, so
  /// propagating the clocks along all edges reaches a fixed point.
  func rebuildGlobalOrder() {
    forEachEvent { at($0).pointee.globalPast = GlobalPast() }
    var isAtRest = false
    while !isAtRest {
      isAtRest = true
      for thread in successors where count(of: thread) > 0 { updateRoot(of: thread) }
      forEachEvent { if relax($0) { isAtRest = false } }
    }
  }

  /// Joins the predecessors of an event again, and propagates those of a read along from-reads.
  ///
  /// - Returns: Whether any clock has changed.
  private func relax(_ id: EventID) -> Bool {
    let event = at(id)
    let past = event.pointee.globalPast
    relaxEdges(into: id)
    let changed = event.pointee.globalPast != past
    guard event.pointee.kind == .read else { return changed }
    let target = target(of: event)
    guard target.isEvent else { return changed }
    let next = at(target)
    let pastOfNext = next.pointee.globalPast
    next.pointee.globalPast.join(event.pointee.globalPast)
    return changed || next.pointee.globalPast != pastOfNext
  }
}

/// The events that precede an event in the global order, and the event itself.
///
/// Writes are counted separately, because under TSO a later read may overtake a write.
struct GlobalPast: Equatable {
  var reads = VectorClock()
  var writes = VectorClock()

  @inline(__always)
  mutating func join(_ other: GlobalPast) {
    reads.join(other.reads)
    writes.join(other.writes)
  }
}
