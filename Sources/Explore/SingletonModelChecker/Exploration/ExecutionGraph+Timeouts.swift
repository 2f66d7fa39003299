/// Timeouts: if every remaining thread is blocked, timed waits may expire, in any non-empty combination.
///
/// A time limit is far longer than anything that a thread does, so it is reached only if no thread can take another
/// step. Then time passes: any non-empty subset of the timed waits expires at once, and their threads continue
/// concurrently, without the value that they waited for; the other threads wait again. A timeout orders nothing: a
/// later access of such a thread may form a data race with an earlier access of another thread. But enough time has
/// passed that all earlier writes are visible to every thread, and that no earlier read saw a later write. So the graph
/// is settled: it no longer changes, and the exploration continues from it as if anew.
extension ExecutionGraph {
  /// Appends each set of threads whose waits can expire together.
  func timeOuts(into choices: inout [Choice]) {
    var limited = ThreadSet()
    for read in blockedReads where self[read].operation.canTimeOut { limited.insert(read.thread) }
    // Takes each non-empty subset in turn, beginning with the whole set.
    var subset = limited
    while subset.bits != 0 {
      if isInOrder(subset) { choices.append(.timeOut(subset)) }
      subset.bits = (subset.bits - 1) & limited.bits
    }
  }

  /// Returns whether no thread times out before its twin, if the two are tied.
  private func isInOrder(_ threads: ThreadSet) -> Bool {
    (0..<threadCount).allSatisfy { thread in
      // Another thread may have no event yet.
      guard threads.contains(thread) else { return true }
      let twin = twin(of: EventID(thread: thread, index: count(of: thread) - 1))
      return !twin.isEvent || !last(of: thread).pointee.isTied || threads.contains(twin.thread)
    }
  }

  /// Lets time pass, so that the waits of `threads` expire.
  ///
  /// - Precondition: No thread can take another step, and each of `threads` is blocked in a timed wait.
  func expireTimeouts(of threads: ThreadSet) {
    state.pointee.lastSettled = state.pointee.lastStamp
    for location in 0..<locationCount {
      locations[location].coherenceBound = UInt16(rank(locations[location].latestWrite))
    }
    var past = state.pointee.counts
    for thread in 0..<threadCount where threads.contains(thread) { past[thread] -= 1 }
    for thread in 0..<threadCount where isBlocked(thread) {
      continueWaiting(last(of: thread), after: threads.contains(thread) ? past : nil)
      untie(thread)
    }
  }

  /// - Parameter past: The events that preceded the timeout, or `nil` if the wait did not expire and begins again.
  private func continueWaiting(_ read: UnsafeMutablePointer<Event>, after past: VectorClock?) {
    // A new serial number distinguishes the read from its earlier state, and from its state in other branches.
    state.pointee.lastSerial += 1
    read.pointee.serial = state.pointee.lastSerial
    read.pointee.waiting = past == nil ? .renewed : .timedOut
    if let past {
      read.pointee.prefix.join(past)
      read.pointee.revisitPrefix.join(past)
    }
  }
}

/// A set of a program's threads, one bit per thread.
struct ThreadSet: Equatable {
  var bits: UInt32 = 0

  mutating func insert(_ thread: Int) { bits |= 1 << UInt32(thread) }

  mutating func remove(_ thread: Int) { bits &= ~(1 << UInt32(thread)) }

  @inline(__always)
  func contains(_ thread: Int) -> Bool { bits >> UInt32(thread) & 1 == 1 }
}
