/// The executions of a small program under ARM in which program order and reads-from have a cycle: load buffering.
///
/// ``Explorer`` adds each read after the write that it reads from, so it cannot visit them. This enumeration combines the
/// traces of the threads, tries each write of the right value for each read and each coherence order, and keeps what ARM's
/// axioms allow. That takes far longer than an exploration, so it is for litmus programs, and it begins only if some
/// cycle has a step from a read to a write that ARM does not keep in order.
package final class CyclicExecutions {
  private let program: any Program
  private let visitor: any ExplorationVisitor
  private let isOver: () -> Bool
  private let graph: ExecutionGraph
  private let traces: Traces
  private var chosen: [Trace] = []
  private var goesOn = true
  /// The number of combinations that were tried.
  private var tries = 0
  /// Whether executions without a cycle are visited, too.
  private let includesAcyclic: Bool

  /// - Parameters:
  ///   - includesAcyclic: Whether the executions that ``Explorer`` visits are visited, too.
  ///   - isOver: Returns whether to stop. It is called once every few thousand combinations.
  package init(
    _ program: any Program, includesAcyclic: Bool = false, visitor: any ExplorationVisitor,
    isOver: @escaping () -> Bool = { false }
  ) throws(ExplorationError) {
    self.program = program
    self.visitor = visitor
    self.includesAcyclic = includesAcyclic
    self.isOver = isOver
    graph = ExecutionGraph(predecessors: program.predecessors, model: .arm, symmetry: .none, parks: false)
    traces = try Traces(of: program, isOver: isOver)
  }

  /// Whether there are so many traces of a thread that none is tried.
  package var hasTooManyTraces: Bool { traces.areTooMany }

  /// Visits all executions, each once, unless the visitor stops the enumeration.
  ///
  /// - Returns: Whether all executions were visited.
  package func run() -> Bool {
    if !traces.areComplete { return false }
    if includesAcyclic || canBuffer { combine() }
    return goesOn
  }

  // MARK: - Threads

  /// A step of a thread from a read to a later write.
  private struct Step: Hashable {
    var thread: Int
    var read: Int
    var written: Int
  }

  /// Whether there is a cycle of steps, each of which reads what the one before has written in another thread, with a step
  /// that ARM may reverse.
  private var canBuffer: Bool {
    var (steps, reversible): (Set<Step>, Set<Step>) = ([], [])
    for (thread, traces) in traces.ofThreads.enumerated() {
      for trace in traces where goesOn {
        count()
        fill([trace], as: thread)
        for write in trace.events.indices where trace.events[write].isWrite {
          for read in 0..<write where trace.events[read].kind == .read {
            let step = Step(
              thread: thread, read: trace.events[read].location, written: trace.events[write].location)
            steps.insert(step)
            let (from, to) = (EventID(thread: thread, index: read), EventID(thread: thread, index: write))
            if !graph.observedOrder.precedes(from, to, in: graph) { reversible.insert(step) }
          }
        }
      }
    }
    return reversible.contains { start in
      var (reached, open): (Set<Step>, [Step]) = ([], [start])
      while let step = open.popLast() {
        for next in steps where next.thread != step.thread && next.read == step.written {
          if next == start { return true }
          if reached.insert(next).inserted { open.append(next) }
        }
      }
      return false
    }
  }

  /// Chooses a trace of each thread.
  private func combine() {
    guard chosen.count < traces.ofThreads.count else { return readFrom() }
    for trace in traces.ofThreads[chosen.count] where goesOn && !trace.isFailed {
      chosen.append(trace)
      combine()
      chosen.removeLast()
    }
  }

  /// Fills the graph with the events of traces, the first of which is that of `thread`. Nothing is known of what they read.
  private func fill(_ traces: [Trace], as thread: Int = 0) {
    graph.clear(for: .none)
    for (number, trace) in traces.enumerated() {
      for (index, event) in trace.events.enumerated() {
        let id = EventID(thread: thread + number, index: index)
        if event.kind != .fence { graph.reach(event.location) { program.initialValue(of: $0) } }
        graph.keep(event, id)
        if event.kind == .read { graph.at(id).pointee.readsFrom = .initial }
      }
    }
  }

  // MARK: - Reads and coherence

  /// Chooses a write for each read.
  private func readFrom() {
    fill(chosen)
    let events = graph.eventIDs
    let reads = events.filter { graph.at($0).pointee.kind == .read }
    let sources = reads.map { read -> [EventID] in
      let (location, value) = (graph.at(read).pointee.location, graph.at(read).pointee.value)
      let writes = events.filter { id in
        graph.at(id).pointee.isWrite && graph.at(id).pointee.location == location
          && graph.at(id).pointee.value == value && !(id.thread == read.thread && id.index > read.index)
      }
      return (graph.locations[location].initialValue == value ? [.initial] : []) + writes
    }
    count()
    guard goesOn, sources.allSatisfy({ !$0.isEmpty }) else { return }
    read(reads[...], from: sources[...])
  }

  private func read(_ reads: ArraySlice<EventID>, from sources: ArraySlice<[EventID]>) {
    guard let read = reads.first, let choices = sources.first else {
      let hasCycle = graph.settleClocks()
      if (hasCycle || includesAcyclic) && isOrdered {
        order(graph.eventIDs.filter { graph.at($0).pointee.isWrite }[...])
      }
      return
    }
    for source in choices where goesOn {
      graph.at(read).pointee.readsFrom = source
      self.read(reads.dropFirst(), from: sources.dropFirst())
    }
  }

  /// Chooses a place in coherence order for each write.
  private func order(_ writes: ArraySlice<EventID>) {
    guard let write = writes.first else {
      if isAtomic && graph.isCoherent && isOrdered { visit() }
      return
    }
    let location = graph.at(write).pointee.location
    var place = EventID.initial
    while goesOn {
      graph.insert(write, after: place, at: location)
      order(writes.dropFirst())
      graph.remove(write, at: location)
      place = graph.next(after: place, at: location)
      if !place.isEvent { return }
    }
  }

  /// Whether each update follows immediately the write that it read.
  private var isAtomic: Bool {
    graph.eventIDs.allSatisfy { id in
      let event = graph.at(id)
      return !(event.pointee.isUpdate && event.pointee.isWrite)
        || event.pointee.moPrevious == graph.before(id).pointee.readsFrom
    }
  }

  /// Whether ob has no cycle, as far as it is known.
  private var isOrdered: Bool {
    count()
    return graph.eventIDs.allSatisfy { !graph.observedOrder.precedes($0, $0, in: graph) }
  }

  // MARK: - Executions

  private func count() {
    tries += 1
    if tries.isMultiple(of: 4_096) && isOver() { goesOn = false }
  }

  private func visit() {
    for id in graph.eventIDs {
      graph.forEachRace(of: id) { other in
        if goesOn && !graph.happensBefore(id, other) { goesOn = visitor.found(.race(other, id), in: graph) }
      }
    }
    for (thread, trace) in chosen.enumerated() { traces.run(thread, trace.values) }
    let blocked = graph.blockedReads
    let isStuck = blocked.allSatisfy {
      graph[$0].readsFrom == graph.locations[graph[$0].location].latestWrite
    }
    if goesOn { goesOn = visitor.ended(blocked.isEmpty ? .complete : isStuck ? .stuck : .discarded, in: graph) }
  }
}
