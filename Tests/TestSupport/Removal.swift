package import SingletonModelChecker

/// The removal of threads from an execution, as *Contraction* in the documentation defines it.
///
/// The threads are those of one caller, of which each phase is a thread, or a single one.
package struct Removal {
  private let graph: ExecutionGraph
  private let threads: Set<Int>
  /// For each write of the threads that others have read, the write that they read without the threads, which may be the
  /// initial one.
  package private(set) var replacements: [EventID: EventID] = [:]
  /// The writes that make the removal impossible: others have read what began with them, and was not restored.
  package private(set) var obstacles: [EventID] = []

  /// - Parameter countsWaits: Whether what a thread has read that still waits counts. It does not if the thread may as
  ///   well be just before its wait.
  package init(of threads: Set<Int>, from graph: ExecutionGraph, countsWaits: Bool = false) {
    self.graph = graph
    self.threads = threads
    let reads = graph.eventIDs.filter { id in
      let event = graph[id]
      return event.kind == .read && !threads.contains(id.thread) && isRemoved(event.readsFrom)
        && (countsWaits || !event.isBlocked)
    }
    for write in Set(reads.map { graph[$0].readsFrom }) {
      var origin = write
      while isRemoved(origin), let before = beforePair(endingWith: origin) { origin = before }
      if isRemoved(origin) {
        obstacles.append(origin)
      } else {
        replacements[write] = origin
      }
    }
  }

  private func isRemoved(_ id: EventID) -> Bool { id.isEvent && threads.contains(id.thread) }

  /// Returns the write that an acquiring update has read, if the given releasing write, which follows that update
  /// immediately in coherence order, has restored its value.
  private func beforePair(endingWith write: EventID) -> EventID? {
    let event = graph[write]
    guard event.order.releases, let update = predecessor(of: write), isRemoved(update), graph[update].isUpdate else {
      return nil
    }
    let read = graph[EventID(thread: update.thread, index: update.index - 1)]
    let isRestored = graph.value(of: read.readsFrom, at: event.location) == event.value
    return read.order.acquires && isRestored ? read.readsFrom : nil
  }

  private func writes(to location: Int) -> [EventID] {
    graph.eventIDs.filter { graph[$0].isWrite && graph[$0].location == location }
      .sorted { graph.rank($0) < graph.rank($1) }
  }

  /// Returns the event before a write in coherence order, or `nil` if that is the initial write.
  private func predecessor(of write: EventID) -> EventID? {
    writes(to: graph[write].location).last { graph.rank($0) < graph.rank(write) }
  }
}
