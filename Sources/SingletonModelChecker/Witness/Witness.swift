/// A sequence of events that leads to a finding.
///
/// It covers only the porf-prefix of the events concerned, which by itself is a partial execution, linearized with the
/// least ``WitnessCost``. Under sequential consistency no read would be stale, so a stale read shows the effect of the
/// memory model.
package struct Witness: Sendable {
  package struct Step: Sendable {
    package let id: EventID
    package let event: Event
    /// Whether a read reads a write that is not, in coherence order, the latest of those in earlier steps.
    package let isStale: Bool
    /// For a stale read: the latest of those writes.
    package let newer: EventID?

    package var thread: Int { id.thread }
  }

  package let steps: [Step]
  package let cost: WitnessCost
  /// Whether the cost is minimal. If there are too many linearizations to try, the witness is the one that continues
  /// with the same thread as long as possible.
  package let isLeast: Bool

  /// Creates the witness for some events.
  ///
  /// - Parameter events: The events that the finding is about; if empty, the witness covers the whole graph.
  package init(of graph: ExecutionGraph, about events: [EventID]) {
    var slice = events.isEmpty ? graph.state.pointee.counts : VectorClock()
    for event in events { slice.join(graph.at(event).pointee.prefix) }
    self.init(graph, slice: slice)
  }

  /// Returns the number of steps of the witness for these events, without creating it.
  package static func length(of graph: ExecutionGraph, about events: [EventID]) -> Int {
    guard !events.isEmpty else { return graph.eventCount }
    var slice = VectorClock()
    for event in events { slice.join(graph.at(event).pointee.prefix) }
    return (0..<graph.threadCount).reduce(0) { $0 + slice[$1] }
  }

  /// Creates the witness for a thread that ended with a failed step. The thread may have no events.
  package init(ofFailed thread: Int, in graph: ExecutionGraph) {
    var slice = graph.last(of: thread).pointee.prefix
    if graph.last(of: thread).pointee.waiting == .timedOut {
      // The other waits that timed out are included: they were blocked too, which is why time has passed.
      for id in graph.eventIDs where graph.at(id).pointee.waiting == .timedOut {
        slice.join(graph.at(id).pointee.prefix)
      }
    }
    self.init(graph, slice: slice)
  }

  private init(_ graph: ExecutionGraph, slice: VectorClock) {
    let linearizer = Linearizer(graph, slice: slice)
    var least = LeastOrder(linearizer)
    isLeast = least != nil
    let threads = least?.threads() ?? linearizer.steadyOrder()
    cost = linearizer.cost(of: threads)
    steps = linearizer.steps(threads)
  }
}
