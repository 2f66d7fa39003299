/// What the last event of a thread, just added, does wrong together with events that are there already.
extension ExecutionGraph {
  /// Tells of each access that `id` races with: to the same location, one of the two a write, one of them plain, and
  /// neither happens before the other.
  func forEachRace(of id: EventID, _ found: (EventID) -> Void) {
    let event = at(id)
    guard event.pointee.kind != .fence, locations[event.pointee.location].hasPlain else { return }
    let past = event.pointee.happensBefore
    let accesses = locations[event.pointee.location].last
    for thread in 0..<threadCount where thread != id.thread {
      var last = accesses[thread]
      while last > past[thread] {
        let other = EventID(thread: thread, index: last - 1)
        if conflicts(event, at(other)) { found(other) }
        last = Int(at(other).pointee.previousAccess)
      }
    }
  }

  @inline(__always)
  private func conflicts(_ a: UnsafeMutablePointer<Event>, _ b: UnsafeMutablePointer<Event>) -> Bool {
    (a.pointee.kind == .write || b.pointee.kind == .write) && (a.pointee.order == .plain || b.pointee.order == .plain)
  }

  /// The `free` that happens before the access `id` to the same location; nil where there is none.
  func freeBefore(_ id: EventID) -> EventID? {
    let event = at(id)
    guard event.pointee.kind != .fence, locations[event.pointee.location].hasFree else { return nil }
    let past = event.pointee.happensBefore
    var write = locations[event.pointee.location].firstWrite
    while write.isEvent {
      if write != id && at(write).pointee.operation.kind == .free && past.contains(write) { return write }
      write = at(write).pointee.moNext
    }
    return nil
  }
}
