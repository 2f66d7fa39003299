/// A runner that keeps the threads of the program in step with the graph.
///
/// A thread is advanced only when its next step is needed. If the graph still contains the events that the thread has
/// been fed, only the new ones are fed; otherwise the thread is restarted and all of its events are fed again.
///
/// The progress of the threads is held in memory that this object owns and that never moves; an array in a class would
/// cost an exclusivity check at every step.
final class ThreadRunner {
  private struct Progress {
    /// The number of the thread's events that it has been fed, or -1 before its first step was requested.
    var fed = -1
    /// The serial number of the last event fed.
    var serial: UInt64 = 0
    /// The step that the thread takes next.
    var step = Action.finished
  }

  private let program: any Program
  private let restartsTogether: Bool
  private let graph: ExecutionGraph
  private let threads: UnsafeMutablePointer<Progress>

  init(_ program: any Program, graph: ExecutionGraph) {
    self.program = program
    restartsTogether = program.restartsTogether
    self.graph = graph
    threads = .allocate(capacity: graph.threadCount)
    threads.initialize(repeating: Progress(), count: graph.threadCount)
  }

  deinit { threads.deallocate() }

  /// Returns the step that `thread` takes after its events in the graph.
  ///
  /// - Precondition: The last event of the thread is neither blocked nor the read half of an update without its write
  ///   half.
  @inline(__always)
  func next(_ thread: Int) throws(ExplorationError) -> Action {
    if restartsTogether && (!areInStep || program.mustRestart) { try restart() }
    if threads[thread].fed != graph.count(of: thread) || !isInStep(thread) { try catchUp(thread) }
    return threads[thread].step
  }

  @inline(__always)
  private func isInStep(_ thread: Int) -> Bool {
    let fed = threads[thread].fed
    guard fed > 0 else { return fed == 0 }
    guard fed <= graph.count(of: thread) else { return false }
    return graph.at(EventID(thread: thread, index: fed - 1)).pointee.serial == threads[thread].serial
  }

  private func catchUp(_ thread: Int) throws(ExplorationError) {
    if restartsTogether {
      try catchUpTogether()
      return program.mustRestart ? try restart() : ()
    }
    let progress = threads + thread
    if !isInStep(thread) {
      program.restart(thread)
      begin(thread)
    }
    let count = graph.count(of: thread)
    while progress.pointee.fed < count {
      let id = EventID(thread: thread, index: progress.pointee.fed)
      try feed(id, to: thread)
      progress.pointee.fed += graph.at(id).pointee.isUpdate ? 2 : 1
    }
    progress.pointee.serial = count == 0 ? 0 : graph.last(of: thread).pointee.serial
  }

  private func begin(_ thread: Int) {
    threads[thread].fed = 0
    threads[thread].serial = 0
    threads[thread].step = program.advance(thread, with: 0)
  }

  /// Feeds an event to its thread. A renewed wait has given the thread no value yet, so the thread does not advance.
  @inline(__always)
  private func feed(_ id: EventID, to thread: Int) throws(ExplorationError) {
    let event = graph.at(id)
    let step = threads[thread].step
    guard case .operation(let operation) = step, operation == event.pointee.operation else {
      throw .notDeterministic(thread: thread, index: id.index, expected: event.pointee.operation, got: step)
    }
    if event.pointee.waiting == .renewed { return }
    let value = event.pointee.kind == .write ? 0 : event.pointee.hasFailed ? Operation.failure : event.pointee.value
    threads[thread].step = program.advance(thread, with: value)
  }
}

// MARK: - Threads that restart together

extension ThreadRunner {
  /// Whether the graph still contains the events that each thread has been fed.
  private var areInStep: Bool { (0..<graph.threadCount).allSatisfy(isInStep) }

  private func restart() throws(ExplorationError) {
    repeat {
      program.restartAll()
      for thread in 0..<graph.threadCount { begin(thread) }
      try catchUpTogether()
    } while program.mustRestart
  }

  /// Feeds all threads the events that they have not been fed, each event after those that it depends on, or stops when
  /// they must restart.
  private func catchUpTogether() throws(ExplorationError) {
    var goesOn = true
    while goesOn && !program.mustRestart {
      goesOn = false
      for thread in 0..<graph.threadCount {
        while !program.mustRestart, let id = nextToFeed(thread) {
          try feed(id, to: thread)
          threads[thread].fed += graph.at(id).pointee.isUpdate ? 2 : 1
          threads[thread].serial = graph.at(EventID(thread: thread, index: threads[thread].fed - 1)).pointee.serial
          goesOn = true
        }
      }
    }
  }

  /// Returns the next event of a thread that can be fed: it is complete, and everything that it depends on was fed.
  private func nextToFeed(_ thread: Int) -> EventID? {
    let id = EventID(thread: thread, index: threads[thread].fed)
    guard id.index < graph.count(of: thread) else { return nil }
    let event = graph.at(id)
    let isHalf = event.pointee.isUpdate && id.index + 1 == graph.count(of: thread)
    guard !event.pointee.isBlocked, !isHalf else { return nil }
    let isReady = (0..<graph.threadCount).allSatisfy { other in
      other == thread || event.pointee.prefix[other] <= threads[other].fed
    }
    return isReady ? id : nil
  }
}

extension ExecutionGraph {
  /// Runs a program through this execution, from the beginning.
  ///
  /// - Returns: What each thread does next.
  /// - Throws: An error if a thread does something else than in it.
  @discardableResult
  package func `repeat`(_ program: any Program) throws(ExplorationError) -> [Action] {
    let runner = ThreadRunner(program, graph: self)
    var next: [Action] = []
    for thread in 0..<threadCount { next.append(try runner.next(thread)) }
    return next
  }
}
