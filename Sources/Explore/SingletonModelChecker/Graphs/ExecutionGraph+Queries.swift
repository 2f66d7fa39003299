extension ExecutionGraph {
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

  /// Returns how many events of `thread` come before an event in every order of steps in which the execution can happen:
  /// those on which it depends by program order and reads-from and, in a model with a global order, those that precede
  /// it there.
  package func count(of thread: Int, before id: EventID) -> Int {
    let event = at(id)
    let past = event.pointee.prefix[thread]
    guard model.hasGlobalOrder else { return past }
    return max(past, event.pointee.globalPast.reads[thread], event.pointee.globalPast.writes[thread])
  }

  /// Returns the position of a write in coherence order, from 1; 0 for the initial write.
  @inline(__always)
  package func rank(_ write: EventID) -> Int { write.isEvent ? Int(at(write).pointee.rank) : 0 }

  /// Returns the last write in coherence order, or `nil` if it is the initial one.
  package func latestWrite(to location: Int) -> EventID? {
    let latest = locations[location].latestWrite
    return latest.isEvent ? latest : nil
  }

  /// Returns the value of the last write in coherence order, or `nil` if the location does not occur.
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
    (0..<threadCount).compactMap {
      last(of: $0).pointee.isBlocked ? EventID(thread: $0, index: count(of: $0) - 1) : nil
    }
  }

  /// Returns whether a thread is blocked by its last event. A root is never blocked.
  @inline(__always)
  func isBlocked(_ thread: Int) -> Bool { last(of: thread).pointee.isBlocked || isParked(thread) }

  /// Returns the event with this number in the thread's own count, from 0. A thread does not count waits that began
  /// again after a timeout. If there is no such event, the result is the identity of the thread's next event.
  package func event(known number: Int, to thread: Int) -> EventID {
    guard state.pointee.lastSettled > 0 else { return EventID(thread: thread, index: number) }
    let known = (0..<count(of: thread)).filter { at(EventID(thread: thread, index: $0)).pointee.waiting != .renewed }
    return number < known.count ? EventID(thread: thread, index: known[number]) : next(of: thread)
  }

  @inline(__always)
  func at(_ id: EventID) -> UnsafeMutablePointer<Event> { events + id.slot }

  @inline(__always)
  func next(of thread: Int) -> EventID { EventID(thread: thread, index: count(of: thread)) }

  /// Returns the event before `id` in its thread, or the root of the thread.
  @inline(__always)
  func before(_ id: EventID) -> UnsafeMutablePointer<Event> {
    id.index == 0 ? roots + id.thread : at(EventID(thread: id.thread, index: id.index - 1))
  }

  /// Returns the last event of a thread, or its root if it has none.
  @inline(__always)
  func last(of thread: Int) -> UnsafeMutablePointer<Event> { before(next(of: thread)) }

  /// Returns the accesses of a thread to a location, the latest one first.
  ///
  /// - Parameter first: The index of the first event to include.
  @inline(__always)
  func accesses(of thread: Int, to location: Int, from first: Int = 0) -> Accesses {
    Accesses(events: events, thread: thread, first: first, last: locations[location].last[thread])
  }

  struct Accesses: Sequence, IteratorProtocol {
    fileprivate let events: UnsafeMutablePointer<Event>
    fileprivate let thread: Int
    fileprivate let first: Int
    /// The index + 1 of the next access, or 0.
    fileprivate var last: Int

    @inline(__always)
    mutating func next() -> EventID? {
      guard last > first else { return nil }
      let id = EventID(thread: thread, index: last - 1)
      last = Int(events[id.slot].previousAccess)
      return id
    }
  }

  /// Returns the rank that an access observes: its own for a write, that of the write it reads from for a read.
  @inline(__always)
  func seenRank(_ access: UnsafeMutablePointer<Event>) -> Int {
    access.pointee.kind == .write ? Int(access.pointee.rank) : rank(access.pointee.readsFrom)
  }
}
