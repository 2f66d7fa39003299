/// What can be asked of a graph.
extension ExecutionGraph {
  /// The events of `thread`, counted.
  @inline(__always)
  package func count(of thread: Int) -> Int { state.pointee.counts[thread] }

  package var eventCount: Int { (0..<threadCount).reduce(0) { $0 + count(of: $1) } }
  package var locationCount: Int { state.pointee.locationCount }

  /// - Precondition: the event is in the graph.
  package subscript(id: EventID) -> Event {
    precondition(id.isEvent && id.index < count(of: id.thread), "no event \(id)")
    return events[id.slot]
  }

  /// All events, thread by thread.
  package var eventIDs: [EventID] {
    (0..<threadCount).flatMap { thread in (0..<count(of: thread)).map { EventID(thread: thread, index: $0) } }
  }

  /// Whether `a` happens before `b`; an event does not happen before itself.
  package func happensBefore(_ a: EventID, _ b: EventID) -> Bool {
    a != b && at(b).pointee.happensBefore.contains(a)
  }

  /// The writes of a location, oldest first, without the initial one.
  package func modificationOrder(of location: Int) -> [EventID] {
    guard location < locationCount else { return [] }
    var writes: [EventID] = []
    var write = locations[location].firstWrite
    while write.isEvent {
      writes.append(write)
      write = at(write).pointee.moNext
    }
    return writes
  }

  /// The place of a write among its location's, from 1; 0 for the initial write.
  @inline(__always)
  package func rank(_ write: EventID) -> Int { write.isEvent ? Int(at(write).pointee.rank) : 0 }

  /// What a location holds at the end: the value that is latest in modification order. Nil where it never occurred.
  package func finalValue(of location: Int) -> UInt? {
    guard location < locationCount else { return nil }
    return value(of: locations[location].latestWrite, at: location)
  }

  /// What a write of a location wrote, the initial one included.
  @inline(__always)
  package func value(of write: EventID, at location: Int) -> UInt {
    write.isEvent ? at(write).pointee.value : locations[location].initialValue
  }

  /// The blocked reads that threads have ended in.
  package var blockedReads: [EventID] {
    (0..<threadCount).compactMap { thread in
      let last = EventID(thread: thread, index: count(of: thread) - 1)
      return isBlocked(thread) ? last : nil
    }
  }

  @inline(__always)
  func isBlocked(_ thread: Int) -> Bool {
    let count = count(of: thread)
    return count > 0 && at(EventID(thread: thread, index: count - 1)).pointee.isBlocked
  }

  /// The event that the thread knows as its `number`-th, from 0: of a wait that was renewed it knows nothing.
  package func event(known number: Int, to thread: Int) -> EventID {
    guard state.pointee.lastSettled > 0 else { return EventID(thread: thread, index: number) }
    let known = (0..<count(of: thread)).filter { at(EventID(thread: thread, index: $0)).pointee.waiting != .renewed }
    return EventID(thread: thread, index: number < known.count ? known[number] : count(of: thread))
  }

  @inline(__always)
  func at(_ id: EventID) -> UnsafeMutablePointer<Event> { events + id.slot }

  /// The last event of a thread, or what comes before its first.
  @inline(__always)
  func last(of thread: Int) -> UnsafeMutablePointer<Event> {
    let count = count(of: thread)
    return count == 0 ? roots + thread : at(EventID(thread: thread, index: count - 1))
  }

  /// The place in modification order that an access sees: its own for a write, its source's for a read.
  @inline(__always)
  func seenRank(_ access: UnsafeMutablePointer<Event>) -> Int {
    access.pointee.kind == .write ? Int(access.pointee.rank) : rank(access.pointee.readsFrom)
  }
}
