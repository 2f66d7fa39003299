/// Happens-before, represented as one clock per event: that of RC11, with the release sequences of C++20.
///
///     rs = [W atomic] ; (rf ; rmw)*
///     sw = [>= release] ; ([F] ; po)? ; rs ; rf ; [atomic] ; (po ; [F])? ; [>= acquire]
///     hb = (po | sw | starts of threads)+
///
/// Source: Lahav, Vafeiadis, Kang, Hur, Dreyer, Repairing sequential consistency in C/C++11, PLDI 2017.
extension ExecutionGraph {
  /// Joins the events that a read acquires from its write into the read.
  @inline(__always)
  func takeUp(_ read: inout Event, _ source: UnsafeMutablePointer<Event>) {
    read.prefix.join(source.pointee.prefix)
    read.revisitPrefix.join(source.pointee.revisitPrefix)
    guard read.order.isAtomic else { return }
    if read.order.acquires { read.happensBefore.join(source.pointee.published) }
    read.acquirable.join(source.pointee.published)
  }

  /// Returns the events that a write passes on to an acquire read: its own past or that of the preceding release fence
  /// and, for an update, also those that the write it read passes on.
  @inline(__always)
  func published(_ write: Event, thread: Int) -> VectorClock {
    guard write.order.isAtomic else { return VectorClock() }
    var clock = write.order.releases ? write.happensBefore : write.releasable
    guard write.isUpdate else { return clock }
    let source = last(of: thread).pointee.readsFrom
    if source.isEvent { clock.join(at(source).pointee.published) }
    return clock
  }

  /// Computes the root of a thread, which all events of its predecessors precede.
  func updateRoot(of thread: Int) {
    guard !predecessors[thread].isEmpty else { return }
    var root = Event.root
    for predecessor in predecessors[thread] {
      let end = last(of: predecessor)
      root.happensBefore.join(end.pointee.happensBefore)
      root.prefix.join(end.pointee.prefix)
      root.revisitPrefix.join(end.pointee.revisitPrefix)
      joinEnd(of: predecessor, into: &root)
    }
    roots[thread] = root
  }
}
