/// A sequence of events that leads to a finding.
///
/// It covers only the porf-prefix of the events concerned, which is a partial execution. Of its linearizations, it is the
/// one with the least ``WitnessCost`` or, if there are too many to try, the one that continues with the same thread as long
/// as possible. Under sequential consistency no read would be stale, so a stale read shows the effect of the
/// memory model.
package struct Witness: Sendable {
  package let events: [EventID]
  package let cost: WitnessCost

  /// Creates the witness for some events.
  ///
  /// - Parameter events: The events that the finding is about; if empty, the witness covers the whole graph.
  package init(of graph: ExecutionGraph, about events: [EventID]) {
    self.init(graph, slice: graph.slice(about: events))
  }

  /// Returns the number of events that the witness for these events has, without creating the witness.
  package static func length(of graph: ExecutionGraph, about events: [EventID]) -> Int {
    let slice = graph.slice(about: events)
    return (0..<graph.threadCount).reduce(0) { $0 + slice[$1] }
  }

  /// Creates the witness for a thread that has failed. The thread may have no events.
  package init(ofFailed thread: Int, in graph: ExecutionGraph) {
    var slice = graph.last(of: thread).pointee.prefix
    if graph.last(of: thread).pointee.waiting == .timedOut {
      // Includes all waits that timed out. Time passed only because they were all blocked.
      for id in graph.eventIDs where graph.at(id).pointee.waiting == .timedOut {
        slice.join(graph.at(id).pointee.prefix)
      }
    }
    self.init(graph, slice: slice)
  }

  private init(_ graph: ExecutionGraph, slice: VectorClock) {
    let linearizer = Linearizer(graph, slice: slice)
    let order = LeastOrder(linearizer)?.order ?? linearizer.steadyOrder()
    cost = order.cost
    var position = VectorClock()
    events = order.threads.map { thread in
      position[thread] += 1
      return EventID(thread: thread, index: position[thread] - 1)
    }
  }
}

extension ExecutionGraph {
  /// Returns the events in the porf-prefixes of these events, or all events if the array is empty.
  fileprivate func slice(about events: [EventID]) -> VectorClock {
    events.isEmpty ? state.pointee.counts : events.reduce(into: VectorClock()) { $0.join(at($1).pointee.prefix) }
  }
}
