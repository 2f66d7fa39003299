/// The coherence order of the writes to a location: a linked list through the events, ranked from 1.
extension ExecutionGraph {
  @inline(__always)
  func next(after write: EventID, at location: Int) -> EventID {
    write.isEvent ? at(write).pointee.moNext : locations[location].firstWrite
  }

  /// Returns whether the successor of `write` is an update that read it, so that no other write fits between the two.
  @inline(__always)
  func isTaken(_ write: EventID, at location: Int) -> Bool {
    let next = next(after: write, at: location)
    return next.isEvent && at(next).pointee.isUpdate
  }

  func insert(_ id: EventID, after place: EventID, at location: Int) {
    let next = next(after: place, at: location)
    let event = at(id)
    event.pointee.moPrevious = place
    event.pointee.moNext = next
    if place.isEvent {
      at(place).pointee.moNext = id
    } else {
      locations[location].firstWrite = id
    }
    if next.isEvent {
      at(next).pointee.moPrevious = id
    } else {
      locations[location].latestWrite = id
    }
    var (write, rank) = (id, UInt16(rank(place)) + 1)
    while write.isEvent {
      at(write).pointee.rank = rank
      rank += 1
      write = at(write).pointee.moNext
    }
  }

  /// Removes from the list the writes that `kept` does not contain.
  func filterWrites(at location: Int, keeping kept: VectorClock) {
    var previous = EventID.initial
    var rank: UInt16 = 0
    var write = locations[location].firstWrite
    locations[location].firstWrite = .none
    while write.isEvent {
      let next = at(write).pointee.moNext
      if kept.contains(write) {
        rank += 1
        at(write).pointee.moPrevious = previous
        at(write).pointee.rank = rank
        if previous.isEvent {
          at(previous).pointee.moNext = write
        } else {
          locations[location].firstWrite = write
        }
        previous = write
      }
      write = next
    }
    if previous.isEvent { at(previous).pointee.moNext = .none }
    locations[location].latestWrite = previous
  }
}
