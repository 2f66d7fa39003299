package import MemoryModels

/// Visits every consistent execution of a program exactly once.
///
/// An execution is a graph, not a schedule: each thread's events, for each read the write it reads from, for each location
/// the order of its writes. The search begins with the empty graph and adds the next event of the lowest-numbered thread
/// that has one. A read branches on the writes it may read, a write on its places in modification order and on the reads
/// that are there already and now read it (`Revisits`). A branch is kept only if the memory model allows its graph; the
/// first is followed at once, the others wait on a stack (`ExplorationStack`). Taking one up again, threads that have gone another
/// way are restarted and fed what their events have read (`ThreadRunner`). Where no thread can take another step and some
/// wait has a limit, time passes, and the search goes on behind that (`PassingTime`). No graph is remembered, and none
/// comes up twice.
///
/// In the folders: `Programs` says what is explored, `Graphs` holds one graph and its happens-before, `Axioms` decides what
/// is allowed and what is a race, `Exploration` is the search; `Litmus` and `Coroutines` are two kinds of program, and
/// `Witness` makes of a graph the shortest story of what went wrong.
package final class Explorer {
  let graph: ExecutionGraph
  private let program: any Program
  let visitor: any ExplorationVisitor
  let runner: ThreadRunner
  private let stack = ExplorationStack()
  /// The thread whose last event is the read of an update that writes; -1 where there is none.
  var openUpdate = -1
  var goesOn = true

  /// - Throws: `ExplorationError.tooManyThreads`, or `neverStarts` for a thread that waits for itself in the end.
  package init(
    _ program: any Program, under model: MemoryModel, visitor: any ExplorationVisitor
  ) throws(ExplorationError) {
    let count = program.threadCount
    guard (1...ExecutionGraph.threadLimit).contains(count) else { throw .tooManyThreads(count) }
    self.program = program
    self.visitor = visitor
    let predecessors = (0..<count).map { program.predecessors(of: $0) }
    let startOrder = StartOrder(predecessors)
    if let thread = startOrder.neverStarting { throw .neverStarts(thread: thread) }
    graph = ExecutionGraph(threadCount: count, model: model, startOrder: startOrder)
    runner = ThreadRunner(program, graph: graph)
  }

  /// Explores until there is nothing left, or the visitor wants no more. To be called once.
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
    guard let pending = try nextEvent() else { return try passTimeOrFinish() }
    try admit(pending)
    if pending.operation.kind == .fence {
      // Nothing comes after a fence that is the last of its thread, so no axiom can break.
      let id = graph.appendFence(pending.operation, thread: pending.thread)
      return graph.model == .rc11 || graph.placeInGlobalOrder(id)
    }
    let mark = stack.choices.count
    enumerate(pending)
    return choose(from: mark, pending)
  }

  /// Where no thread can take another step, time passes if anybody's wait has a limit.
  private func passTimeOrFinish() throws(ExplorationError) -> Bool {
    let ending = try ending()
    let mark = stack.choices.count
    if ending == .stuck { graph.timeOuts(into: &stack.choices) }
    if stack.choices.count > mark { return choose(from: mark, .nothing) }
    goesOn = visitor.ended(ending, in: graph)
    return false
  }

  /// Takes one of the choices from `mark` on, and puts down the others.
  private func choose(from mark: Int, _ pending: PendingEvent) -> Bool {
    guard stack.choices.count > mark else { return false }
    let choice = stack.choices.removeLast()
    if stack.choices.count > mark { stack.push(pending, choicesFrom: mark, of: graph) }
    return apply(choice, pending)
  }

  /// Takes up the branch left last that the memory model allows.
  private func resume() -> Bool {
    while goesOn && !stack.isEmpty {
      let (pending, choice) = stack.pop(into: graph)
      if apply(choice, pending) { return true }
    }
    return false
  }

  private func enumerate(_ pending: PendingEvent) {
    let enumeration = ChoiceEnumerator(pending, in: graph)
    if pending.operation.reads && !pending.isWriteHalf {
      enumeration.reads(into: &stack.choices)
    } else {
      enumeration.revisits(into: &stack.choices)
      enumeration.writes(into: &stack.choices)
    }
  }

  /// - Throws: where the graph has no room for it.
  private func admit(_ pending: PendingEvent) throws(ExplorationError) {
    let thread = pending.thread
    let location = Int(pending.operation.location)
    guard graph.count(of: thread) < ExecutionGraph.eventLimit else { throw .tooManyEvents(thread: thread) }
    if pending.operation.kind == .fence { return }
    guard (0..<ExecutionGraph.locationLimit).contains(location) else {
      throw .noSuchLocation(thread: thread, location: location)
    }
    graph.reach(location) { program.initialValue(of: $0) }
  }
}
