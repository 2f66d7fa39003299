/// What happens where all threads that are left wait, and some waits have limits.
///
/// A limit is far longer than anything a thread does, so it is reached only where no thread can take another step. Then
/// time passes: some of these waits reach their limits together, any of them but at least one, and their threads go on
/// side by side without what they waited for; the others ask again. It orders nothing: an access of a thread that goes on
/// may race with one before. But so much time has passed that everybody sees what was written before, and nobody then saw
/// what is written now. So what is in the graph stays as it is, and the exploration begins anew behind it.
extension ExecutionGraph {
  /// Each set of threads whose waits can reach their limits together.
  func timeOuts(into choices: inout [Choice]) {
    var limited = ThreadSet()
    for read in blockedReads where self[read].operation.canTimeOut { limited.insert(read.thread) }
    limited.forEachSubset { choices.append(.timeOut($0)) }
  }

  /// - Precondition: no thread can take another step, and these are blocked in waits with limits.
  func expireTimeouts(of threads: ThreadSet) {
    state.pointee.lastSettled = state.pointee.lastStamp
    for location in 0..<locationCount {
      locations[location].coherenceBound = UInt16(rank(locations[location].latestWrite))
    }
    var past = state.pointee.counts
    for thread in 0..<threadCount where threads.contains(thread) { past[thread] -= 1 }
    for thread in 0..<threadCount where isBlocked(thread) {
      continueWaiting(last(of: thread), after: threads.contains(thread) ? past : nil)
    }
  }

  /// - Parameter past: what had to be there before the limit was reached; nil where it was not, and the thread asks again.
  private func continueWaiting(_ read: UnsafeMutablePointer<Event>, after past: VectorClock?) {
    // Its thread can tell it from what it was before, and from what it is in another branch.
    state.pointee.lastSerial += 1
    read.pointee.serial = state.pointee.lastSerial
    read.pointee.waiting = past == nil ? .renewed : .timedOut
    if let past { read.pointee.prefix.join(past) }
  }
}
