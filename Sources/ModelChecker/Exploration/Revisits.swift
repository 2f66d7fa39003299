/// Backward revisits: a write that has just come makes a read that is there already read from it.
///
/// The read must not be in the write's porf-prefix, and it and every event that is to be removed must have been added
/// maximally: in the way that is taken when nothing more is known. Of all runs that lead to one graph after the removal
/// exactly one has done so, which is why each graph comes up once.
///
/// Source: Kokologiannakis, Marmanis, Gladstein, Vafeiadis, Truly stateless, optimal dynamic partial order reduction,
/// POPL 2022.
extension ChoiceEnumerator {
  func revisits(into choices: inout [Choice]) {
    if graph.count(of: pending.thread) == 0 { graph.settleRoot(of: pending.thread) }
    let prefix = graph.last(of: pending.thread).pointee.prefix
    let location = Int(pending.operation.location)
    let accesses = graph.locations[location].last
    var barrier: UInt32?
    for thread in 0..<graph.threadCount {
      var last = accesses[thread]
      while last > prefix[thread] {
        let id = EventID(thread: thread, index: last - 1)
        last = Int(graph.at(id).pointee.previousAccess)
        guard graph.at(id).pointee.kind == .read else { continue }
        let limit = barrier ?? lastNotMaximal(outside: prefix)
        barrier = limit
        if graph.at(id).pointee.stamp > limit { places(revisiting: id, prefix: prefix, into: &choices) }
      }
    }
  }

  /// The latest stamp of an event outside the prefix that was not added maximally. Where all were, that of when time last
  /// passed: what was done by then, nothing reaches back to.
  ///
  /// A read can be revisited if its own stamp is later: then it and all that came after it are maximal.
  private func lastNotMaximal(outside prefix: VectorClock) -> UInt32 {
    var latest = graph.state.pointee.lastSettled
    for thread in 0..<graph.threadCount {
      var index = graph.count(of: thread)
      while index > prefix[thread] {
        index -= 1
        let id = EventID(thread: thread, index: index)
        let stamp = graph.at(id).pointee.stamp
        if stamp <= latest { break }
        if !isMaximal(id, prefix: prefix) {
          latest = stamp
          break
        }
      }
    }
    return latest
  }

  /// With P = what was added no later than the event, and the prefix: no read in P reads the event; what the event reads
  /// is in P; no write in P comes after it in modification order.
  private func isMaximal(_ id: EventID, prefix: VectorClock) -> Bool {
    let event = graph.at(id)
    switch event.pointee.kind {
    case .fence: return true
    case .write:
      return !isReadByEarlier(id) && isLatest(id, at: event.pointee.location, stamp: event.pointee.stamp, prefix)
    case .read:
      let source = event.pointee.readsFrom
      if source.isEvent && graph.at(source).pointee.stamp > event.pointee.stamp && !prefix.contains(source) {
        return false
      }
      return isLatest(source, at: event.pointee.location, stamp: event.pointee.stamp, prefix)
    }
  }

  /// A read that was there before the write it reads is one that the write has revisited.
  private func isReadByEarlier(_ write: EventID) -> Bool {
    let read = graph.at(write).pointee.revisited
    guard read.isEvent, read.index < graph.count(of: read.thread) else { return false }
    let event = graph.at(read)
    return event.pointee.kind == .read && event.pointee.readsFrom == write
      && event.pointee.stamp < graph.at(write).pointee.stamp
  }

  /// Whether no write that was added by then, or is in the prefix, comes after `write` in modification order.
  private func isLatest(_ write: EventID, at location: Int, stamp: UInt32, _ prefix: VectorClock) -> Bool {
    var later = graph.locations[location].latestWrite
    while later != write {
      let event = graph.at(later)
      if event.pointee.stamp <= stamp || prefix.contains(later) { return false }
      later = event.pointee.moPrevious
    }
    return true
  }

  /// What stays when the write revisits `read`.
  static func kept(revisiting read: EventID, prefix: VectorClock, in graph: ExecutionGraph) -> VectorClock {
    let stamp = graph.at(read).pointee.stamp
    var kept = prefix
    for thread in 0..<graph.threadCount {
      var count = graph.count(of: thread)
      while count > prefix[thread]
        && graph.at(EventID(thread: thread, index: count - 1)).pointee.stamp >= stamp
      {
        count -= 1
      }
      kept[thread] = count
    }
    return kept
  }

  /// Each place in modification order among the writes that stay, at which both the write and the read are coherent.
  private func places(revisiting read: EventID, prefix: VectorClock, into choices: inout [Choice]) {
    let kept = Self.kept(revisiting: read, prefix: prefix, in: graph)
    let location = Int(pending.operation.location)
    let coherenceBound = coherenceBoundOfBoth(read, at: location)
    let blocks = !graph.at(read).pointee.operation.isFulfilled(by: pending.value)
    let needsLatest = blocks && !graph.locations[location].hasPlainWrite
    let source = pending.isWriteHalf ? graph.last(of: pending.thread).pointee.readsFrom : .none
    var isLatest = true
    var place = graph.locations[location].latestWrite
    while true {
      if !place.isEvent || kept.contains(place) {
        let next = graph.next(after: place, at: location)
        let isTaken = next.isEvent && graph.at(next).pointee.isUpdate && kept.contains(next)
        let fits = !isTaken && (!pending.isWriteHalf || place == source)
        if fits && (isLatest || !needsLatest) { choices.append(.revisit(read: read, after: place)) }
        isLatest = false
      }
      guard place.isEvent, graph.rank(place) > coherenceBound else { return }
      place = graph.at(place).pointee.moPrevious
    }
  }

  private func coherenceBoundOfBoth(_ read: EventID, at location: Int) -> Int {
    let own = graph.coherenceBound(thread: pending.thread, location: location)
    let before =
      read.index == 0 ? graph.roots + read.thread : graph.at(EventID(thread: read.thread, index: read.index - 1))
    return max(own, graph.coherenceBound(past: before.pointee.happensBefore, location: location))
  }
}
