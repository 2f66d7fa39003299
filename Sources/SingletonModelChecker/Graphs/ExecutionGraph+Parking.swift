/// Parked threads: those that wait for a lock are not in the graph until they get it.
///
/// A wait for a lock that another thread holds would otherwise be a read in the graph, which each later write revisits, or
/// not. In the branches in which it does not, the thread never continues, because it has missed a write, and yet all
/// choices of the other threads are explored there. So a thread that must wait is parked instead, and is offered the lock
/// whenever it is free. If several threads are parked at it, one of them gets it, each in a branch of its own; a thread
/// that arrives later can still come first, by a revisit of the lock of an earlier one, which is then parked again.
///
/// This is done at a location if each of its reads is a wait that exchanges one value for another, as a mutex does, and
/// each of its writes depends on the one before it in coherence order. If a location at which a thread was parked is then
/// used in another way, the exploration starts over, and parks no thread there.
///
/// A revisit that removes the event by which a thread got the lock leaves the thread parked if it was parked when the
/// revisited read was added. A lock that a thread got is maximal unless a thread with a lower number was offered it and
/// left it.
///
/// Source: Kokologiannakis, Marmanis, Vafeiadis, Unblocking dynamic partial order reduction, CAV 2023, whose revisits in
/// place this restricts to locks.
extension ExecutionGraph {
  @inline(__always)
  func isParked(_ thread: Int) -> Bool { state.pointee.parked.contains(thread) }

  /// The wait of a parked thread. It is stored after the events of the thread, and is not in the graph.
  @inline(__always)
  func parkedWait(_ thread: Int) -> UnsafeMutablePointer<Event> { at(next(of: thread)) }

  /// The number of events of a thread, its parked wait included.
  func storedCount(of thread: Int) -> Int { count(of: thread) + (isParked(thread) ? 1 : 0) }

  /// Returns whether a thread is parked if this operation blocks it.
  func canPark(_ operation: Operation) -> Bool {
    parks && operation.isLock && !lockUses[Int(operation.location)].contains(.isNoLock)
  }

  /// - Parameter stamp: The stamp of the wait, or `nil` for the next one.
  func park(_ operation: Operation, thread: Int, stamp: UInt32? = nil) {
    if stamp == nil { state.pointee.lastStamp += 1 }
    var wait = Event(operation, .read, value: 0, order: operation.order)
    wait.firstStamp = stamp ?? state.pointee.lastStamp
    (events + next(of: thread).slot).initialize(to: wait)
    state.pointee.parked.insert(thread)
    lockUses[wait.location].insert(.hasParked)
  }

  /// Notes that an access is not one of a lock.
  func noteAccessWithoutLock(to location: Int) {
    if lockUses[location].contains(.isNoLock) { return }
    if lockUses[location].contains(.hasParked) { hasMistakenLock = true }
    lockUses[location] = .isNoLock
  }

  /// Whether the parked thread can get its lock: it is free, and the thread has not left it to another one.
  func canTakeLock(_ thread: Int) -> Bool {
    let wait = parkedWait(thread)
    let record = locations + wait.pointee.location
    let latest = record.pointee.latestWrite
    guard wait.pointee.operation.isFulfilled(by: value(of: latest, at: wait.pointee.location)) else { return false }
    return latest.isEvent && !at(latest).pointee.declined.contains(thread)
  }

  /// Returns whether a thread may leave its lock to another one, which has a higher number.
  func canDecline(_ thread: Int) -> Bool {
    (thread + 1..<threadCount).contains { other in
      isParked(other) && parkedWait(other).pointee.location == parkedWait(thread).pointee.location
        && canTakeLock(other)
    }
  }

  /// Adds the read of the lock by a parked thread.
  func takeLock(_ thread: Int) -> EventID {
    let wait = parkedWait(thread).pointee
    let latest = locations[wait.location].latestWrite
    state.pointee.parked.remove(thread)
    let id = appendRead(wait.operation, thread: thread, from: latest, fails: false)
    at(id).pointee.firstStamp = wait.firstStamp
    for other in 0..<threadCount where isParked(other) && parkedWait(other).pointee.location == wait.location {
      at(latest).pointee.declined.insert(other)
    }
    return id
  }

  /// Returns whether a thread with a lower number, outside the prefix, has left the lock that this read has got.
  func wasDeclined(_ id: EventID, outside prefix: VectorClock) -> Bool {
    let event = at(id)
    let stamp = event.pointee.stamp
    guard event.pointee.firstStamp < stamp else { return false }
    return (0..<id.thread).contains { other in
      if isParked(other), parkedWait(other).pointee.location == event.pointee.location,
        parkedWait(other).pointee.firstStamp < stamp
      {
        return true
      }
      return accesses(of: other, to: event.pointee.location).contains { wait in
        at(wait).pointee.kind == .read && !prefix.contains(wait) && at(wait).pointee.firstStamp < stamp
          && at(wait).pointee.stamp > stamp
      }
    }
  }

  /// Parks the threads again that were parked when a read with this stamp was added, after a cut.
  ///
  /// - Parameter counts: The numbers of events before the cut.
  func restoreParked(from counts: VectorClock, before stamp: UInt32) {
    for thread in 0..<threadCount where isParked(thread) || count(of: thread) < counts[thread] {
      let wait = parkedWait(thread)
      if wait.pointee.kind == .read && wait.pointee.firstStamp < stamp {
        state.pointee.parked.insert(thread)
      } else {
        state.pointee.parked.remove(thread)
      }
    }
  }

  /// Whether no parked thread could continue.
  var areParkedBlocked: Bool {
    (0..<threadCount).allSatisfy { thread in
      guard isParked(thread) else { return true }
      let wait = parkedWait(thread)
      let latest = locations[wait.pointee.location].latestWrite
      return !wait.pointee.operation.isFulfilled(by: value(of: latest, at: wait.pointee.location))
    }
  }
}

/// What the graphs of an exploration have shown of a location.
struct LockUse: OptionSet {
  var rawValue: UInt8
  static let hasParked = LockUse(rawValue: 1)
  /// Some access was not one of a lock.
  static let isNoLock = LockUse(rawValue: 2)
}

extension Operation {
  /// Whether the operation waits for a value and exchanges it for another one, as one that locks a mutex does.
  var isLock: Bool {
    kind == .readModifyWrite && update == .exchange && condition == .equal && value != comparand && !canTimeOut
  }
}
