/// Queries of a graph.
extension ExecutionGraph {
  /// Returns the number of events of `thread`.
  @inline(__always)
  package func count(of thread: Int) -> Int { state.pointee.counts[thread] }

  package var eventCount: Int { (0..<threadCount).reduce(0) { $0 + count(of: $1) } }
  package var locationCount: Int { state.pointee.locationCount }

  /// - Precondition: The event is in the graph.
  package subscript(id: EventID) -> Event {
    precondition(id.isEvent && id.index < count(of: id.thread), "no event \(id)")
    return events[id.slot]
  }

  /// All events, thread by thread.
  package var eventIDs: [EventID] {
    (0..<threadCount).flatMap { thread in (0..<count(of: thread)).map { EventID(thread: thread, index: $0) } }
  }

  /// Returns whether `a` happens before `b`; an event does not happen before itself.
  package func happensBefore(_ a: EventID, _ b: EventID) -> Bool {
    a != b && at(b).pointee.happensBefore.contains(a)
  }

  /// Returns the writes to a location in coherence order, without the initial write.
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

  /// Returns the position of a write in coherence order, from 1; 0 for the initial write.
  @inline(__always)
  package func rank(_ write: EventID) -> Int { write.isEvent ? Int(at(write).pointee.rank) : 0 }

  /// Returns the final value of a location, that of the last write in coherence order, or `nil` if the location does
  /// not occur.
  package func finalValue(of location: Int) -> UInt? {
    guard location < locationCount else { return nil }
    return value(of: locations[location].latestWrite, at: location)
  }

  /// Returns the value that a write to `location` wrote; the write may be the initial one.
  @inline(__always)
  package func value(of write: EventID, at location: Int) -> UInt {
    write.isEvent ? at(write).pointee.value : locations[location].initialValue
  }

  /// The blocked reads, each the last event of its thread.
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

  /// Returns the event that is number `number`, from 0, from the thread's own point of view, which excludes renewed
  /// waits. If there is none, the result is the identity that follows the thread's last event.
  package func event(known number: Int, to thread: Int) -> EventID {
    guard state.pointee.lastSettled > 0 else { return EventID(thread: thread, index: number) }
    let known = (0..<count(of: thread)).filter { at(EventID(thread: thread, index: $0)).pointee.waiting != .renewed }
    return EventID(thread: thread, index: number < known.count ? known[number] : count(of: thread))
  }

  @inline(__always)
  func at(_ id: EventID) -> UnsafeMutablePointer<Event> { events + id.slot }

  /// Returns the last event of a thread, or its root if it has none.
  @inline(__always)
  func last(of thread: Int) -> UnsafeMutablePointer<Event> {
    let count = count(of: thread)
    return count == 0 ? roots + thread : at(EventID(thread: thread, index: count - 1))
  }

  /// Returns the rank that an access observes: its own for a write, that of the write it reads from for a read.
  @inline(__always)
  func seenRank(_ access: UnsafeMutablePointer<Event>) -> Int {
    access.pointee.kind == .write ? Int(access.pointee.rank) : rank(access.pointee.readsFrom)
  }
}
