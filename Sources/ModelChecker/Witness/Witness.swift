/// The story of a finding: the events that led to it, one after the other.
///
/// Of the graph only the porf-prefix of the events concerned is told, which is an execution in itself, broken off. Of the
/// orders in which its events can follow each other it is the one with the least `WitnessCost`: under sequential
/// consistency no read would be stale, so a stale read is what the memory model adds.
package struct Witness: Sendable {
  package struct Step: Sendable {
    package let id: EventID
    package let event: Event
    /// For a read: whether it reads a write that is not the latest, in modification order, of those told before.
    package let isStale: Bool
    /// For a stale read: the latest of those.
    package let newer: EventID?

    package var thread: Int { id.thread }
  }

  package let steps: [Step]
  package let cost: WitnessCost
  /// False where there were too many orders to try all: then the story is one that stays with a thread while it can.
  package let isLeast: Bool

  /// - Parameter events: what the finding is about, in the graph; all of the graph where there are none.
  package init(of graph: ExecutionGraph, about events: [EventID]) {
    var slice = events.isEmpty ? graph.state.pointee.counts : VectorClock()
    for event in events { slice.join(graph.at(event).pointee.prefix) }
    self.init(graph, slice: slice)
  }

  /// How many steps the story of these events has, without telling it.
  package static func length(of graph: ExecutionGraph, about events: [EventID]) -> Int {
    guard !events.isEmpty else { return graph.eventCount }
    var slice = VectorClock()
    for event in events { slice.join(graph.at(event).pointee.prefix) }
    return (0..<graph.threadCount).reduce(0) { $0 + slice[$1] }
  }

  /// The story of a thread that ended in a failed step; it may have done nothing before.
  package init(ofFailed thread: Int, in graph: ExecutionGraph) {
    var slice = graph.last(of: thread).pointee.prefix
    if graph.last(of: thread).pointee.waiting == .timedOut {
      // Who reached a limit together with it was waiting too: that is why time has passed.
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
