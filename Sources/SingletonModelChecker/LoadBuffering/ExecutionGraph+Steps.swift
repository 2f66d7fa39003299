/// An execution under ARM as a sequence of steps.
extension ExecutionGraph {
  /// The operations in an order in which their effects become visible, so that each reads a value that has been written. An
  /// operation that comes before an earlier one of its thread is early.
  package var operationsAsObserved: [PerformedOperation] {
    var (operations, placed): ([PerformedOperation], Set<EventID>) = ([], [])
    var values: [Int: [(rank: Int, value: UInt)]] = [:]
    while let id = nextObserved(after: placed) {
      let event = at(id)
      let (location, isFence) = (event.pointee.location, event.pointee.kind == .fence)
      let rank = isFence ? 0 : seenRank(event)
      placed.insert(id)
      if event.pointee.isWrite { values[location, default: []].append((rank, event.pointee.value)) }
      // An update is one operation, whose write comes right after its read.
      if event.pointee.isUpdate && event.pointee.kind == .read { continue }
      let newest = values[location, default: []].max { $0.rank < $1.rank }
      let read = event.pointee.isUpdate ? before(id).pointee.value : event.pointee.value
      let isLoad = event.pointee.kind == .read
      let first = event.pointee.isUpdate ? id.index - 1 : id.index
      operations.append(
        PerformedOperation(
          thread: id.thread, operation: event.pointee.operation,
          read: isLoad || event.pointee.isUpdate ? read : nil, written: isLoad ? nil : event.pointee.value,
          newer: isLoad ? newest.flatMap { $0.rank > rank ? $0.value : nil } : nil,
          newest: isFence ? 0 : newest?.value ?? locations[location].initialValue,
          isEarly: (0..<first).contains { !placed.contains(EventID(thread: id.thread, index: $0)) },
          isBlocked: event.pointee.isBlocked, hasTimedOut: event.pointee.waiting == .timedOut))
    }
    return operations
  }

  /// Returns an event that nothing precedes but what is placed, the first of the lowest thread; `nil` if all are placed.
  ///
  /// An event precedes another one in ob or, as far as that is possible, because the other one reads it, or the halves of an
  /// update are not separated.
  private func nextObserved(after placed: Set<EventID>) -> EventID? {
    let left = eventIDs.filter { !placed.contains($0) }
    if let half = left.first(where: {
      at($0).pointee.isUpdate && at($0).pointee.isWrite && placed.contains(read(of: $0))
    }) {
      return half
    }
    let free = left.filter { id in left.allSatisfy { $0 == id || !observedOrder.precedes($0, id, in: self) } }
    return free.first { !left.contains(at($0).pointee.readsFrom) } ?? free.first
  }

  /// The read of an update.
  private func read(of write: EventID) -> EventID { EventID(thread: write.thread, index: write.index - 1) }
}
