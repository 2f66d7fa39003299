/// Parked threads: those that wait for a lock, or for a once token, are not in the graph until they get it.
///
/// A wait for a lock that another thread holds would otherwise be a read in the graph, which each later write revisits, or
/// not. In the branches in which it does not, the thread never continues, because it has missed a write, and yet all
/// choices of the other threads are explored there. So a thread that must wait is parked instead, and is offered the lock
/// whenever it is free. If several threads are parked at it, one of them gets it, each in a branch of its own; a thread
/// that arrives later can still come first, by a revisit of the lock of an earlier one, which is then parked again. A once
/// token that is done is no longer exchanged: all that are parked at it continue, in one branch.
///
/// This is done at a location if each of its reads is a wait as that for a mutex, or each as that for a once token; if each
/// of its writes depends on the one before it in coherence order; and if each that is no exchange ends one. So a token's
/// last write is one that all who wait can read, and every other write but the last is exchanged. If a location at which a
/// thread was parked is then used in another way, the exploration starts over, and parks no thread there.
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
    guard parks, let use = operation.lockUse else { return false }
    return lockUses[Int(operation.location)].allows(use)
  }

  /// - Parameter stamp: The stamp of the wait, or `nil` for the next one.
  func park(_ operation: Operation, thread: Int, stamp: UInt32? = nil) {
    if stamp == nil { state.pointee.lastStamp += 1 }
    var wait = Event(operation, .read, value: 0, order: operation.order)
    wait.firstStamp = stamp ?? state.pointee.lastStamp
    (events + next(of: thread).slot).initialize(to: wait)
    state.pointee.parked.insert(thread)
    lockUses[wait.location].insert(.hasParked)
    noteRead(operation)
  }

  /// Notes what a read shows of its location.
  @inline(__always)
  func noteRead(_ operation: Operation) {
    let location = Int(operation.location)
    guard let use = operation.lockUse, lockUses[location].allows(use) else {
      return noteAccessWithoutLock(to: location)
    }
    lockUses[location].insert(use)
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
    let wait = parkedWait(thread)
    let latest = locations[wait.pointee.location].latestWrite
    guard wait.pointee.operation.updated(value(of: latest, at: wait.pointee.location)) != nil else { return false }
    return (thread + 1..<threadCount).contains { other in
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
    guard at(id).pointee.isUpdate else { return id }
    for other in 0..<threadCount where isParked(other) && parkedWait(other).pointee.location == wait.location {
      at(latest).pointee.declined.insert(other)
    }
    return id
  }

  /// Returns whether a thread with a lower number, outside the prefix, has left the lock that this read has got.
  func wasDeclined(_ id: EventID, outside prefix: VectorClock) -> Bool {
    let event = at(id)
    let stamp = event.pointee.stamp
    guard event.pointee.isUpdate, event.pointee.firstStamp < stamp else { return false }
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
  static let isMutex = LockUse(rawValue: 4)
  static let isToken = LockUse(rawValue: 8)

  /// Whether the location is still a lock if it is used in this way, too.
  func allows(_ use: LockUse) -> Bool {
    let all = union(use)
    return !all.contains(.isNoLock) && !all.isSuperset(of: [.isMutex, .isToken])
  }
}

extension Operation {
  /// The use of a lock that the operation is: to wait until it is 0 and to exchange that, or to wait until it is not 1, and
  /// to make it 1 if it is 0.
  var lockUse: LockUse? {
    guard kind == .readModifyWrite && !canTimeOut else { return nil }
    return switch (update, condition) {
    case (.exchange, .equal): value != 0 && comparand == 0 ? .isMutex : nil
    case (.compareExchange, .notEqual): expected == 0 && value == 1 && comparand == 1 ? .isToken : nil
    default: nil
    }
  }
}
