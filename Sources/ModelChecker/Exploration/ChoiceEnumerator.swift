/// The choices for one pending: where it can go without breaking coherence and atomicity, and which reads it revisits.
///
/// What is offered may still be refused by psc or the global order, which are asked once the event is in the graph.
struct ChoiceEnumerator {
  let graph: ExecutionGraph
  let pending: PendingEvent

  private var location: Int { Int(pending.operation.location) }

  init(_ pending: PendingEvent, in graph: ExecutionGraph) {
    self.pending = pending
    self.graph = graph
  }

  /// Each write that the read may read from.
  ///
  /// A read that blocks its thread is offered the latest write only, unless a plain write is about, when it might race.
  /// Reading an older one is no way to an execution: nobody can continue after it, and no write can revisit it, since it
  /// was not added maximally.
  func reads(into choices: inout [Choice]) {
    let coherenceBound = graph.coherenceBound(thread: pending.thread, location: location)
    let record = graph.locations + location
    var write = record.pointee.latestWrite
    while true {
      let isLatest = write == record.pointee.latestWrite
      if isLatest || record.pointee.hasPlainWrite || isFulfilled(by: write) { choices.append(.read(from: write)) }
      guard write.isEvent, graph.rank(write) > coherenceBound else { return }
      write = graph.at(write).pointee.moPrevious
    }
  }

  private func isFulfilled(by write: EventID) -> Bool {
    pending.operation.isFulfilled(by: graph.value(of: write, at: location))
  }

  /// Each place in modification order: for an update the one after what it has read, otherwise all from the coherenceBound on, but
  /// none between an update and what that has read.
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
