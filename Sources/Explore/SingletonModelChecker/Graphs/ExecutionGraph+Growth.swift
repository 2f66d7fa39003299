/// Adds events at the ends of threads. Nothing is checked here; `Consistency` decides whether the graph is allowed.
extension ExecutionGraph {
  /// - Parameters:
  ///   - fails: Whether the read is that of a weak compare-exchange that fails although it reads the expected value.
  ///   - stamp: The stamp of a revisited read, or `nil` for the next stamp.
  @discardableResult
  func appendRead(
    _ operation: Operation, thread: Int, from source: EventID, fails: Bool, stamp: UInt32? = nil
  ) -> EventID {
    let found = value(of: source, at: Int(operation.location))
    let updates = !fails && operation.updated(found) != nil
    let writesNothing = operation.kind == .readModifyWrite && !updates
    var event = Event(
      operation, .read, value: found, order: writesNothing ? operation.failureOrder : operation.order,
      isUpdate: updates)
    event.hasFailed = fails
    event.readsFrom = source
    let id = begin(&event, thread: thread, stamp: stamp)
    event.firstStamp = event.stamp
    noteRead(operation)
    if source.isEvent { takeUp(&event, at(source)) }
    keep(event, id)
    return id
  }

  /// - Parameter place: The write that immediately precedes the new one in coherence order.
  @discardableResult
  func appendWrite(
    _ operation: Operation, thread: Int, value: UInt, after place: EventID, isUpdate: Bool
  ) -> EventID {
    var event = Event(operation, .write, value: value, order: operation.order, isUpdate: isUpdate)
    let id = begin(&event, thread: thread, stamp: nil)
    event.published = published(event, thread: thread)
    keep(event, id)
    insert(id, after: place, at: event.location)
    let endsExchange = place.isEvent && at(place).pointee.isUpdate && event.prefix.contains(place)
    if !(isUpdate || endsExchange) || at(id).pointee.moNext.isEvent || !event.order.isAtomic {
      noteAccessWithoutLock(to: event.location)
    }
    return id
  }

  @discardableResult
  func appendFence(_ operation: Operation, thread: Int) -> EventID {
    var event = Event(operation, .fence, value: 0, order: operation.order)
    let id = begin(&event, thread: thread, stamp: nil)
    if event.order.acquires { event.happensBefore.join(event.acquirable) }
    if event.order.releases { event.releasable = event.happensBefore }
    keep(event, id)
    return id
  }

  /// Adds an access to a counter as an event that reads and writes nothing, see ``CountPresumption``.
  func appendCount(_ operation: Operation, thread: Int) -> EventID {
    var event = Event(operation, .fence, value: CountPresumption.value, order: .relaxed)
    let id = begin(&event, thread: thread, stamp: nil)
    keep(event, id)
    return id
  }

  /// Initializes the fields that follow from the earlier events of the thread.
  @inline(__always)
  private func begin(_ event: inout Event, thread: Int, stamp: UInt32?) -> EventID {
    let id = next(of: thread)
    let index = id.index
    if index == 0 { updateRoot(of: thread) }
    let before = before(id)
    event.happensBefore = before.pointee.happensBefore
    event.prefix = before.pointee.prefix
    event.revisitPrefix = before.pointee.revisitPrefix
    event.acquirable = before.pointee.acquirable
    event.releasable = before.pointee.releasable
    event.happensBefore[thread] = index + 1
    event.prefix[thread] = index + 1
    event.revisitPrefix[thread] = index + 1
    if reduction == .ordering { follow(twin(of: id), &event, id) }
    let sameLocation = index > 0 && before.pointee.operation.location == event.operation.location
    event.runStart = sameLocation ? before.pointee.runStart : UInt8(truncatingIfNeeded: index)
    state.pointee.lastSerial += 1
    event.serial = state.pointee.lastSerial
    if stamp == nil { state.pointee.lastStamp += 1 }
    event.stamp = stamp ?? state.pointee.lastStamp
    return id
  }

  /// Stores the event as the last of its thread and as the thread's last access to its location.
  @inline(__always)
  private func keep(_ event: Event, _ id: EventID) {
    (events + id.slot).initialize(to: event)
    state.pointee.counts[id.thread] = id.index + 1
    if event.order == .sequentiallyConsistent { state.pointee.hasSequentiallyConsistent = true }
    guard event.kind != .fence else { return }
    let record = locations + event.location
    events[id.slot].previousAccess = UInt8(truncatingIfNeeded: record.pointee.last[id.thread])
    record.pointee.last[id.thread] = id.index + 1
    guard event.order == .plain else { return }
    record.pointee.hasPlain = true
    if event.kind == .write { record.pointee.hasPlainWrite = true }
    if event.operation.kind == .free { record.pointee.hasFree = true }
  }

  /// Initializes the records of `location`, and of all lower-numbered locations, on first use.
  func reach(_ location: Int, initialValue: (Int) -> UInt) {
    while state.pointee.locationCount <= location {
      let next = state.pointee.locationCount
      (locations + next).initialize(to: LocationRecord())
      locations[next].initialValue = initialValue(next)
      state.pointee.locationCount += 1
    }
  }
}

/// Removes events from the ends of threads.
extension ExecutionGraph {
  /// Forgets, for each write that remains, what is no longer true of it after a cut.
  private func forgetRemoved(since stamp: UInt32) {
    for location in 0..<locationCount {
      var write = locations[location].latestWrite
      while write.isEvent {
        let event = at(write)
        let read = event.pointee.revisited
        if read.isEvent, event.pointee.revisitedStamp >= stamp,
          read.index >= count(of: read.thread) || at(read).pointee.stamp != event.pointee.revisitedStamp
        {
          event.pointee.revisited = .none
        }
        if event.pointee.stamp > stamp { event.pointee.declined = ThreadSet() }
        write = event.pointee.moPrevious
      }
    }
  }

  /// Keeps as many events of each thread as `kept` contains. No other event has a stamp below `stamp`.
  ///
  /// - Precondition: The events that are kept depend on none that is removed, except on reads that are added again.
  func cut(to kept: VectorClock, before stamp: UInt32) {
    let counts = state.pointee.counts
    state.pointee.counts = kept
    for location in 0..<locationCount {
      let record = locations + location
      for thread in 0..<threadCount where record.pointee.last[thread] > kept[thread] {
        let last = accesses(of: thread, to: location).first { $0.index < kept[thread] }
        record.pointee.last[thread] = last.map { $0.index + 1 } ?? 0
      }
      filterWrites(at: location, keeping: kept)
    }
    forgetRemoved(since: stamp)
    restoreParked(from: counts, before: stamp)
    if model.hasGlobalOrder { rebuildGlobalOrder() }
  }
}
