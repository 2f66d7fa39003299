/// Removing what comes last in threads.
extension ExecutionGraph {
  /// Keeps in each thread as many events as `kept` says.
  ///
  /// - Precondition: what is kept depends on nothing that is removed, but for reads that are added anew.
  func cut(to kept: VectorClock) {
    state.pointee.counts = kept
    for location in 0..<locationCount {
      cutAccesses(at: location, to: kept)
    }
    if model != .rc11 { rebuildGlobalOrder() }
  }

  @inline(__always)
  private func cutAccesses(at location: Int, to kept: VectorClock) {
    let record = locations + location
    for thread in 0..<threadCount {
      var last = record.pointee.last[thread]
      let count = kept[thread]
      guard last > count else { continue }
      while last > count {
        last = Int(at(EventID(thread: thread, index: last - 1)).pointee.previousAccess)
      }
      record.pointee.last[thread] = last
    }
    filterWrites(at: location, keeping: kept)
  }
}
