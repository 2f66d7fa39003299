/// Removes events from the ends of threads.
extension ExecutionGraph {
  /// Keeps as many events of each thread as `kept` contains.
  ///
  /// - Precondition: The events that are kept depend on none that is removed, except on reads that are added again.
  func cut(to kept: VectorClock) {
    state.pointee.counts = kept
    for location in 0..<locationCount {
      cutAccesses(at: location, to: kept)
    }
    if model.hasGlobalOrder { rebuildGlobalOrder() }
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
