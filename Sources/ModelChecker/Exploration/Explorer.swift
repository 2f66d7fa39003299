/// Visits every consistent execution of a program exactly once.
///
/// An execution is a graph, not a schedule: each thread's events, for each read the write it reads from, for each location
/// the order of its writes. The search begins with the empty graph and adds the next event of the lowest-numbered thread
/// that has one. A read branches on the writes it may read, a write on its places in modification order and on the reads
/// that are there already and now read it (`Revisits`). A branch is kept only if the memory model allows its graph; the
/// first is followed at once, the others wait on a stack (`Frames`). Taking one up again, threads that have gone another
/// way are restarted and fed what their events have read (`ThreadRunner`). No graph is remembered, and none comes up
/// twice.
///
/// In the rooms: `Programs` says what is explored, `Graphs` holds one graph and its happens-before, `Axioms` decides what
/// is allowed and what is a race, `Exploration` is the search; `Litmus` and `Coroutines` are two kinds of program, and
/// `Witness` makes of a graph the shortest story of what went wrong.
package final class Explorer {
  let graph: ExecutionGraph
  private let program: any Program
  private let visitor: any ExplorationVisitor
  private let runner: ThreadRunner
  private let frames = Frames()
  /// The thread whose last event is the read of an update that writes; -1 where there is none.
  private var pending = -1
  private var goesOn = true

  /// - Throws: `ExplorationError.tooManyThreads`.
  package init(
    _ program: any Program, under model: MemoryModel, visitor: any ExplorationVisitor
  ) throws(ExplorationError) {
    let count = program.threadCount
    guard (1...ExecutionGraph.threadLimit).contains(count) else { throw .tooManyThreads(count) }
    self.program = program
    self.visitor = visitor
    let predecessors = (0..<count).map { program.predecessors(of: $0) }
    graph = ExecutionGraph(threadCount: count, model: model, predecessors: predecessors)
    runner = ThreadRunner(program, graph: graph)
  }

  /// Explores until there is nothing left, or the visitor wants no more.
  ///
  /// - Returns: whether all executions were visited.
  /// - Throws: what makes the exploration say nothing.
  package func run() throws(ExplorationError) -> Bool {
    repeat {
      while goesOn, try extend() {}
    } while goesOn && resume()
    return goesOn
  }

  /// Adds one event.
  ///
  /// - Returns: false where the run has come to its end.
  private func extend() throws(ExplorationError) -> Bool {
    guard let addition = try nextAddition() else {
      try finish()
      return false
    }
    try admit(addition)
    if addition.operation.kind == .fence {
      // Nothing comes after a fence that is the last of its thread, so no axiom can break.
      let id = graph.appendFence(addition.operation, thread: addition.thread)
      return graph.model == .rc11 || graph.placeInGlobalOrder(id)
    }
    let mark = frames.choices.count
    enumerate(addition)
    guard frames.choices.count > mark else { return false }
    let choice = frames.choices.removeLast()
    if frames.choices.count > mark { frames.push(addition, choicesFrom: mark, of: graph) }
    return apply(choice, addition)
  }

  /// Takes up the branch left last that the memory model allows.
  private func resume() -> Bool {
    while goesOn && !frames.isEmpty {
      let (addition, choice) = frames.pop(into: graph)
      if apply(choice, addition) { return true }
    }
    return false
  }

  private func enumerate(_ addition: Addition) {
    let enumeration = Enumeration(addition, in: graph)
    if addition.operation.reads && !addition.isWriteHalf {
      enumeration.reads(into: &frames.choices)
    } else {
      enumeration.revisits(into: &frames.choices)
      enumeration.writes(into: &frames.choices)
    }
  }

  /// - Throws: where the graph has no room for it.
  private func admit(_ addition: Addition) throws(ExplorationError) {
    let thread = addition.thread
    let location = Int(addition.operation.location)
    guard graph.count(of: thread) < ExecutionGraph.eventLimit else { throw .tooManyEvents(thread: thread) }
    if addition.operation.kind == .fence { return }
    guard (0..<ExecutionGraph.locationLimit).contains(location) else {
      throw .noSuchLocation(thread: thread, location: location)
    }
    graph.reach(location) { program.initialValue(of: $0) }
  }
}

/// Which event comes next, and what happens where there is none.
extension Explorer {
  private func nextAddition() throws(ExplorationError) -> Addition? {
    if pending >= 0 {
      return Addition(writeHalfOf: graph.last(of: pending).pointee, thread: pending)
    }
    for thread in 0..<graph.threadCount where !graph.isBlocked(thread) {
      guard try hasStarted(thread), case .operation(let operation) = try runner.next(thread) else { continue }
      return Addition(operation, thread: thread)
    }
    return nil
  }

  private func hasStarted(_ thread: Int) throws(ExplorationError) -> Bool {
    for predecessor in graph.predecessors[thread] {
      guard try hasFinished(predecessor) else { return false }
    }
    return true
  }

  private func hasFinished(_ thread: Int) throws(ExplorationError) -> Bool {
    guard !graph.isBlocked(thread), graph.successors.contains(thread) || graph.predecessors[thread].isEmpty,
      try hasStarted(thread)
    else { return false }
    return try runner.next(thread) == .finished
  }

  private func finish() throws(ExplorationError) {
    goesOn = visitor.ended(try ending(), in: graph)
  }

  private func ending() throws(ExplorationError) -> Ending {
    for thread in 0..<graph.threadCount where !graph.isBlocked(thread) {
      if try hasStarted(thread), case .failed(let code) = try runner.next(thread) {
        return .failed(thread: thread, code: code)
      }
    }
    let blocked = graph.blockedReads
    if blocked.isEmpty { return .complete }
    let isStuck = blocked.allSatisfy { graph[$0].readsFrom == graph.locations[graph[$0].location].latestWrite }
    return isStuck ? .stuck : .discarded
  }
}

/// Taking a choice.
extension Explorer {
  /// - Returns: whether the memory model allows the graph that comes out; if not, it is of no use any more.
  private func apply(_ choice: Choice, _ addition: Addition) -> Bool {
    pending = -1
    switch choice {
    case .read(let source):
      let id = graph.appendRead(addition.operation, thread: addition.thread, from: source)
      return settle(read: id)
    case .write(let place):
      return settle(write(addition, after: place))
    case .revisit(let read, let place):
      return revisit(read, by: addition, after: place)
    }
  }

  private func write(_ addition: Addition, after place: EventID) -> EventID {
    graph.appendWrite(
      addition.operation, thread: addition.thread, value: addition.value, after: place, isUpdate: addition.isWriteHalf)
  }

  private func revisit(_ read: EventID, by addition: Addition, after place: EventID) -> Bool {
    let prefix = graph.last(of: addition.thread).pointee.prefix
    let event = graph[read]
    graph.cut(to: Enumeration.kept(revisiting: read, prefix: prefix, in: graph))
    let written = write(addition, after: place)
    graph.at(written).pointee.revisited = read
    guard settle(written) else { return false }
    let again = graph.appendRead(event.operation, thread: read.thread, from: written, stamp: event.stamp)
    return settle(read: again)
  }

  private func settle(read id: EventID) -> Bool {
    guard settle(id) else { return false }
    if graph.at(id).pointee.isUpdate { pending = id.thread }
    return true
  }

  /// Asks the memory model about the event that was just added, and tells the visitor what is wrong with it.
  private func settle(_ id: EventID) -> Bool {
    let isAllowed = graph.model == .rc11 ? graph.partialSC.allows(id, in: graph) : graph.placeInGlobalOrder(id)
    guard isAllowed else { return false }
    graph.forEachRace(of: id) { other in
      if goesOn { goesOn = visitor.found(.race(other, id), in: graph) }
    }
    if goesOn, let free = graph.freeBefore(id) {
      goesOn = visitor.found(.useAfterFree(free: free, access: id), in: graph)
    }
    return true
  }
}
