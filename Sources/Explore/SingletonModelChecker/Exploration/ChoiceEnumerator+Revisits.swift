/// Backward revisits: a new write becomes the source of an earlier read.
///
/// The read must not be in the revisit prefix of the write: its porf-prefix, to which ``Symmetry`` may add events. The
/// read, and every event that the revisit removes, must have been added maximally, that is, they must form the maximal
/// extension of the events that are kept. Of all runs whose revisit results in a given graph, exactly one satisfies this,
/// which is why each graph is visited once.
///
/// Source: Kokologiannakis, Marmanis, Gladstein, Vafeiadis, Truly stateless, optimal dynamic partial order reduction,
/// POPL 2022.
extension ChoiceEnumerator {
  func revisits(into choices: inout [Choice]) {
    if graph.count(of: pending.thread) == 0 { graph.updateRoot(of: pending.thread) }
    let prefix = graph.revisitPrefix(ofNext: pending.thread)
    var barrier: UInt32?
    for thread in 0..<graph.threadCount {
      for id in graph.accesses(of: thread, to: location, from: prefix[thread])
      where graph.at(id).pointee.kind == .read {
        let limit = barrier ?? lastNotMaximal(outside: prefix)
        barrier = limit
        if graph.at(id).pointee.stamp > limit { places(revisiting: id, prefix: prefix, into: &choices) }
      }
    }
  }

  /// Returns the latest stamp of an event outside the prefix that was not added maximally. If all were, returns the
  /// last stamp at which time passed, because no revisit reaches back beyond that.
  ///
  /// A read can be revisited if its own stamp is later: then it and all events added after it are maximal.
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

  /// Returns whether the event was added maximally.
  ///
  /// Let P be the prefix and all events added no later than the event. The event is maximal if no read in P reads from
  /// it, the write that it reads from is in P, and no write in P follows in coherence order the write that it is or
  /// reads from. A weak compare-exchange that could write and fails is not maximal: the same graph with a weak
  /// compare-exchange that writes is revisited instead.
  private func isMaximal(_ id: EventID, prefix: VectorClock) -> Bool {
    let event = graph.at(id)
    switch event.pointee.kind {
    case .fence: return true
    case .write:
      return !event.pointee.revisited.isEvent
        && isLatest(id, at: event.pointee.location, stamp: event.pointee.stamp, prefix)
    case .read:
      let source = event.pointee.readsFrom
      if event.pointee.hasFailed || graph.wasDeclined(id, outside: prefix) { return false }
      if source.isEvent && graph.at(source).pointee.stamp > event.pointee.stamp && !prefix.contains(source) {
        return false
      }
      return isLatest(source, at: event.pointee.location, stamp: event.pointee.stamp, prefix)
    }
  }

  /// Returns whether no later write in coherence order was added up to `stamp` or is in the prefix.
  private func isLatest(_ write: EventID, at location: Int, stamp: UInt32, _ prefix: VectorClock) -> Bool {
    var later = graph.locations[location].latestWrite
    while later != write {
      let event = graph.at(later)
      if event.pointee.stamp <= stamp || prefix.contains(later) { return false }
      later = event.pointee.moPrevious
    }
    return true
  }

  /// Returns the events that remain if a write with this porf-prefix revisits `read`.
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

  /// Appends each place among the remaining writes at which both the write and the read are coherent.
  private func places(revisiting read: EventID, prefix: VectorClock, into choices: inout [Choice]) {
    let kept = Self.kept(revisiting: read, prefix: prefix, in: graph)
    let coherenceBound = max(
      graph.coherenceBound(thread: pending.thread, location: location),
      graph.coherenceBound(past: graph.before(read).pointee.happensBefore, location: location),
      graph.orderBound(of: read, at: location))
    let blocks = !graph.at(read).pointee.operation.isFulfilled(by: pending.value)
    let canFail = graph.at(read).pointee.operation.canFail(reading: pending.value)
    let needsLatest = blocks && !graph.locations[location].hasPlainWrite
    let source = pending.isWriteHalf ? graph.last(of: pending.thread).pointee.readsFrom : .none
    var isLatest = true
    var place = graph.locations[location].latestWrite
    while true {
      if !place.isEvent || kept.contains(place) {
        let next = graph.next(after: place, at: location)
        let isTaken = next.isEvent && graph.at(next).pointee.isUpdate && kept.contains(next)
        let fits = !isTaken && (!pending.isWriteHalf || place == source)
        if fits && (isLatest || !needsLatest) {
          choices.append(.revisit(read: read, after: place, fails: false))
          if canFail { choices.append(.revisit(read: read, after: place, fails: true)) }
        }
        isLatest = false
      }
      guard place.isEvent, graph.rank(place) > coherenceBound else { return }
      place = graph.at(place).pointee.moPrevious
    }
  }
}
