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
