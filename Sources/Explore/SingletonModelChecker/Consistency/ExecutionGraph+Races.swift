/// Detects data races and uses after free that the last event of a thread, just added, completes.
extension ExecutionGraph {
  /// Calls `found` with each access that forms a data race with `id`: both access the same location, at least one is a
  /// write, at least one is plain, and neither happens before the other.
  func forEachRace(of id: EventID, _ found: (EventID) -> Void) {
    let event = at(id)
    guard event.pointee.kind != .fence, locations[event.pointee.location].hasPlain else { return }
    let past = event.pointee.happensBefore
    for thread in 0..<threadCount where thread != id.thread {
      for other in accesses(of: thread, to: event.pointee.location, from: past[thread])
      where conflicts(event, at(other)) { found(other) }
    }
  }

  @inline(__always)
  private func conflicts(_ a: UnsafeMutablePointer<Event>, _ b: UnsafeMutablePointer<Event>) -> Bool {
    (a.pointee.kind == .write || b.pointee.kind == .write) && (a.pointee.order == .plain || b.pointee.order == .plain)
  }

  /// Returns the `free` of the same location that happens before the access `id`, or `nil` if there is none.
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
