/// Coherence, that is, irreflexive `hb ; eco?`, as a lower bound on the writes that a new access may observe.
///
/// A new event has no successors in happens-before, so only its happens-before predecessors can contradict it: it must
/// not observe a write that precedes, in coherence order, one that a predecessor observed. The latest such access of
/// each thread suffices, because the earlier ones are already coherent with it. ARM, TSO and SC are stronger than
/// coherence, so the bound excludes no execution that they allow; their orders decide what remains.
extension ExecutionGraph {
  /// Returns the lowest rank that the next access of `thread` to `location` may observe.
  func coherenceBound(thread: Int, location: Int) -> Int {
    if count(of: thread) == 0 { updateRoot(of: thread) }
    return max(
      coherenceBound(past: last(of: thread).pointee.happensBefore, location: location),
      orderBound(of: next(of: thread), at: location))
  }

  /// Returns the lowest rank that an access to `location` may observe if `past` happens before it.
  @inline(__always)
  func coherenceBound(past: VectorClock, location: Int) -> Int {
    var coherenceBound = Int(locations[location].coherenceBound)
    for thread in 0..<threadCount {
      let reach = past[thread]
      for access in accesses(of: thread, to: location) where access.index < reach {
        coherenceBound = max(coherenceBound, seenRank(at(access)))
        break
      }
    }
    return coherenceBound
  }
}
