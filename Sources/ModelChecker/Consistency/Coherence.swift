/// Coherence: irreflexive `hb ; eco?`, as a bound on what a new access may see.
///
/// A new event has nothing after it in happens-before, so only what happens before it can contradict it: it must not see
/// a place in modification order before one that was seen before. Of each thread the last such access is enough, since
/// coherence holds among those before it. Under TSO and SC too this excludes nothing that is allowed, because both are
/// stronger; what is left is decided by the global order.
extension ExecutionGraph {
  /// The lowest rank that the next access of `thread` to `location` may see.
  func coherenceBound(thread: Int, location: Int) -> Int {
    if count(of: thread) == 0 { settleRoot(of: thread) }
    return coherenceBound(past: last(of: thread).pointee.happensBefore, location: location)
  }

  /// The lowest rank that an access may see before which `past` happens.
  @inline(__always)
  func coherenceBound(past: VectorClock, location: Int) -> Int {
    let accesses = locations[location].last
    var coherenceBound = Int(locations[location].coherenceBound)
    for thread in 0..<threadCount {
      var last = accesses[thread]
      let reach = past[thread]
      while last > reach { last = Int(at(EventID(thread: thread, index: last - 1)).pointee.previousAccess) }
      if last > 0 { coherenceBound = max(coherenceBound, seenRank(at(EventID(thread: thread, index: last - 1)))) }
    }
    return coherenceBound
  }
}
