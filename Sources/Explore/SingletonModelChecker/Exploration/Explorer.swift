package import SingletonMemoryModels

/// A stateless model checker like GenMC and TruSt, which visits every consistent execution of a program exactly once.
///
/// An execution is a graph, not a schedule: the events of each thread, a reads-from edge for each read, and a coherence
/// order for each location. The search begins with the empty graph, and repeatedly adds the next event of the
/// lowest-numbered thread that has one. A read branches on the writes that it may read from. A write branches on its
/// places in coherence order, and on the earlier reads that it revisits (``ChoiceEnumerator/revisits(into:)``). A
/// branch is kept only if the memory model allows its graph. One branch is followed at once; the rest wait on a stack
/// (``ExplorationStack``). When a branch is resumed, the threads whose events differ are restarted and replayed with
/// the values that their events read (``ThreadRunner``). If no thread can take another step and some wait has a limit,
/// time passes, and the search continues from there (``ExecutionGraph/timeOuts(into:)``). A thread that waits for a lock
/// is parked until it gets it (``ExecutionGraph/canPark(_:)``). No visited graph is stored,
/// and none is visited twice.
///
/// In the folders of this module, `Programs` defines what is explored, `Graphs` one graph and its happens-before,
/// `Consistency` which graphs are allowed and what a data race is, and `Exploration` the search. `Coroutines` are
/// programs of Swift closures. `Witness` derives from a graph the simplest sequence of steps that leads to a finding,
/// and `Replay` runs it again. `Views` does without executions: it proves what any number of threads can see.
///
/// The comments of this module use the terms of their papers. Program order is `po`, reads-from is `rf`, coherence
/// order is `mo`, and happens-before is `hb`; `fr` leads from a read to the writes that follow in coherence order the
/// write that it reads from, and `eco` is the closure of `rf`, `mo`, and `fr`. The porf-prefix of an event consists of
/// the event and of everything on which it depends by program order and reads-from. A read-modify-write that writes is
/// called an update.
package final class Explorer {
  let graph: ExecutionGraph
  let program: any Program
  let visitor: any ExplorationVisitor
  let runner: ThreadRunner
  private let stack = ExplorationStack()
  /// The thread whose last event is the read half of an update that writes, or -1.
  var openUpdate = -1
  var goesOn = true
  /// Whether an event was added in a way for which symmetry reduction is not valid.
  var hasContradiction = false
  /// The presumption under which executions are visited; `nil` if all are.
  package let presumption: CountPresumption?

  /// - Parameters:
  ///   - reducesSymmetry: Whether executions that are equal up to swapping interchangeable threads count as one.
  ///   - parks: Whether threads that wait for a lock are parked. The result is the same without.
  ///   - presumesCounts: Whether each counter is presumed to have enough left, see ``CountPresumption``.
  /// - Throws: The program's obstacle, or `ExplorationError.tooManyThreads`.
  package init(
    _ program: any Program, under model: MemoryModel, reducesSymmetry: Bool = true, parks: Bool = true,
    presumesCounts: Bool = false, visitor: any ExplorationVisitor
  ) throws(ExplorationError) {
    let count = program.threadCount
    guard (1...ExecutionGraph.threadLimit).contains(count) else { throw .tooManyThreads(count) }
    if let obstacle = program.obstacle { throw obstacle }
    self.program = program
    self.visitor = visitor
    graph = ExecutionGraph(
      predecessors: program.predecessors, model: model, symmetry: reducesSymmetry ? program.symmetry : .none,
      parks: parks)
    runner = ThreadRunner(program, graph: graph)
    presumption = presumesCounts ? CountPresumption() : nil
  }

  /// Explores until no branch is left or the visitor stops the exploration. Must be called only once.
  ///
  /// - Returns: Whether all executions were visited.
  /// - Throws: An error that leaves the exploration without a result.
  package func run() throws(ExplorationError) -> Bool {
    repeat {
      while goesOn, try extend() {}
      // To resume may show that the exploration must start over.
    } while goesOn && (!mustStartOver && resume() || mustStartOver && startOver())
    return goesOn
  }

  private var mustStartOver: Bool {
    if graph.hasMistakenLock { return true }
    return switch graph.reduction {
    case .none: false
    case .counting: !keepsSymmetry
    case .ordering: !keepsSymmetry || hasContradiction
    }
  }

  private var keepsSymmetry: Bool { program.keepsSymmetry && !graph.breaksSymmetry }

  /// Starts over with less use of the symmetry, or of locks.
  private func startOver() -> Bool {
    graph.clear(for: graph.hasMistakenLock ? graph.reduction : keepsSymmetry ? .counting : .none)
    stack.clear()
    openUpdate = -1
    graph.hasMistakenLock = false
    visitor.startedOver()
    return true
  }

  /// Adds one event.
  ///
  /// - Returns: `false` if the run has ended.
  private func extend() throws(ExplorationError) -> Bool {
    if graph.hasMistakenLock { return false }
    guard let pending = try nextEvent() else { return try passTimeOrFinish() }
    try admit(pending)
    if let presumption {
      goesOn = presumption.allows(pending.operation)
      if !goesOn { return false }
      if pending.operation.reliance != .value {
        let id = graph.appendCount(pending.operation, thread: pending.thread)
        return !graph.model.hasGlobalOrder || graph.placeInGlobalOrder(id)
      }
    }
    if pending.operation.kind == .fence {
      // A fence that has just been added has no successor, so it cannot violate an axiom.
      let id = graph.appendFence(pending.operation, thread: pending.thread)
      return !graph.model.hasGlobalOrder || graph.placeInGlobalOrder(id)
    }
    let mark = stack.choices.count
    enumerate(pending)
    return choose(from: mark, pending)
  }

  /// Lets time pass if no thread can take another step and some wait has a limit; otherwise ends the run.
  private func passTimeOrFinish() throws(ExplorationError) -> Bool {
    var ending = try ending()
    let mark = stack.choices.count
    if ending == .stuck { graph.timeOuts(into: &stack.choices) }
    if stack.choices.count > mark { return choose(from: mark, .nothing) }
    if graph.reduction == .counting && !graph.isInOrder { ending = .discarded }
    if let presumption, ending != .discarded, !presumption.holds(in: graph) { return stop() }
    goesOn = mustStartOver || visitor.ended(ending, in: graph)
    return false
  }

  /// Ends the exploration.
  private func stop() -> Bool {
    goesOn = false
    return false
  }

  /// Takes one of the choices from `mark` on, and pushes the remaining ones onto the stack.
  private func choose(from mark: Int, _ pending: PendingEvent) -> Bool {
    guard stack.choices.count > mark else { return false }
    let choice = stack.choices.removeLast()
    if stack.choices.count > mark { stack.push(pending, choicesFrom: mark, of: graph) }
    return apply(choice, pending)
  }

  /// Resumes the most recent branch that the memory model allows.
  ///
  /// - Returns: `false` if there is none.
  private func resume() -> Bool {
    while goesOn && !stack.isEmpty {
      let (pending, choice) = stack.pop(into: graph)
      if apply(choice, pending) { return true }
    }
    return false
  }

  private func enumerate(_ pending: PendingEvent) {
    let enumeration = ChoiceEnumerator(graph: graph, pending: pending)
    if pending.isParked {
      enumeration.offer(into: &stack.choices)
    } else if pending.operation.reads && !pending.isWriteHalf {
      enumeration.reads(into: &stack.choices)
    } else {
      enumeration.revisits(into: &stack.choices)
      enumeration.writes(into: &stack.choices)
    }
  }

  /// Checks that the graph can hold another event, and registers its location.
  ///
  /// - Throws: An error if the thread has too many events or the location is out of range.
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
