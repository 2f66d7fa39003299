/// The choices for one pending event: places that preserve coherence and atomicity, and the reads that the event
/// revisits.
///
/// psc or the global order, which are checked after the event has been added, may still reject a choice.
struct ChoiceEnumerator {
  let graph: ExecutionGraph
  let pending: PendingEvent

  var location: Int { Int(pending.operation.location) }

  /// Appends each write that the read may read from.
  ///
  /// If the read would block its thread, it is offered only the latest write, unless the location has a plain write,
  /// with which it may form a data race. A blocked read of an older write leads to no execution: its thread cannot
  /// continue, and no write can revisit it, because it was not added maximally.
  func reads(into choices: inout [Choice]) {
    let coherenceBound = graph.coherenceBound(thread: pending.thread, location: location)
    let record = graph.locations + location
    let taken = takenByTwin
    let mayFail = mayFail
    var write = record.pointee.latestWrite
    while true {
      let isLatest = write == record.pointee.latestWrite
      if write == taken { return }
      if isLatest && !isFulfilled(by: write) && graph.canPark(pending.operation) {
        choices.append(.park)
      } else if isLatest || record.pointee.hasPlainWrite || isFulfilled(by: write) {
        choices.append(.read(from: write, fails: false))
        if mayFail && canFail(reading: write) { choices.append(.read(from: write, fails: true)) }
      }
      guard write.isEvent, graph.rank(write) > coherenceBound else { return }
      write = graph.at(write).pointee.moPrevious
    }
  }

  /// Appends the choices of a parked thread: to get the lock, or to leave it to another thread.
  func offer(into choices: inout [Choice]) {
    if graph.canDecline(pending.thread) { choices.append(.decline) }
    choices.append(.read(from: graph.locations[location].latestWrite, fails: false))
  }

  /// The write that the twin's update reads, from which the pending event cannot also read; `none` if the twin has no
  /// update at this location.
  private var takenByTwin: EventID {
    guard let update = twinsUpdate, update.pointee.location == location else { return .none }
    return update.pointee.readsFrom
  }

  /// Whether a weak compare-exchange may fail. It must not if its twin has written to the twin's own location.
  private var mayFail: Bool {
    guard pending.operation.update == .weakCompareExchange else { return false }
    return twinsUpdate.map { $0.pointee.location == location } ?? true
  }

  /// The read of the twin's update that the pending event follows; `nil` if it follows no update.
  private var twinsUpdate: UnsafeMutablePointer<Event>? {
    let twin = graph.twin(of: graph.next(of: pending.thread))
    return twin.isEvent && graph.at(twin).pointee.isUpdate ? graph.at(twin) : nil
  }

  private func canFail(reading write: EventID) -> Bool {
    pending.operation.canFail(reading: graph.value(of: write, at: location))
  }

  private func isFulfilled(by write: EventID) -> Bool {
    pending.operation.isFulfilled(by: graph.value(of: write, at: location))
  }

  /// Appends each place in coherence order that the write may take.
  ///
  /// The write half of an update has only the place after the write that the update read. Any other write may take each
  /// place from the coherence bound on, except between an update and the write that it read.
  func writes(into choices: inout [Choice]) {
    if pending.isWriteHalf {
      let source = graph.last(of: pending.thread).pointee.readsFrom
      if !graph.isTaken(source, at: location) { choices.append(.write(after: source)) }
      return
    }
    let coherenceBound = graph.coherenceBound(thread: pending.thread, location: location)
    var place = graph.locations[location].latestWrite
    while true {
      if !graph.isTaken(place, at: location) { choices.append(.write(after: place)) }
      guard place.isEvent, graph.rank(place) > coherenceBound else { return }
      place = graph.at(place).pointee.moPrevious
    }
  }
}
