/// Keeps the program's threads in step with the graph.
///
/// A thread is advanced only when somebody wants to know what it does next. Where the events it was fed are still the
/// graph's, only what is new is fed; otherwise it is restarted and fed from its beginning.
///
/// What is kept for each thread lies in memory that is owned and freed here and never moves; an array in a class would
/// cost a check of exclusive access at every step.
final class ThreadRunner {
  private struct Progress {
    /// How many of the thread's events it was fed; -1 before its first step was asked for.
    var fed = -1
    /// The serial number of the last of them.
    var serial: UInt64 = 0
    /// What the thread then came to.
    var step = Step.finished
  }

  private let program: any Program
  private let graph: ExecutionGraph
  private let threads: UnsafeMutablePointer<Progress>

  init(_ program: any Program, graph: ExecutionGraph) {
    self.program = program
    self.graph = graph
    threads = .allocate(capacity: graph.threadCount)
    threads.initialize(repeating: Progress(), count: graph.threadCount)
  }

  deinit { threads.deallocate() }

  /// What `thread` does after its events in the graph.
  ///
  /// - Precondition: its last event is neither blocked nor the read of an update whose write is missing.
  @inline(__always)
  func next(_ thread: Int) throws(ExplorationError) -> Step {
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
    let progress = threads + thread
    if !isInStep(thread) { restart(thread) }
    let count = graph.count(of: thread)
    while progress.pointee.fed < count {
      let id = EventID(thread: thread, index: progress.pointee.fed)
      try feed(id, to: thread)
      progress.pointee.fed += graph.at(id).pointee.isUpdate ? 2 : 1
    }
    progress.pointee.serial = count == 0 ? 0 : graph.last(of: thread).pointee.serial
  }

  private func restart(_ thread: Int) {
    program.restart(thread)
    threads[thread].fed = 0
    threads[thread].step = program.advance(thread, with: 0)
  }

  /// A wait that is renewed has given the thread nothing yet.
  @inline(__always)
  private func feed(_ id: EventID, to thread: Int) throws(ExplorationError) {
    let event = graph.at(id)
    let step = threads[thread].step
    guard case .operation(let operation) = step, operation == event.pointee.operation else {
      throw .notDeterministic(thread: thread, index: id.index, expected: event.pointee.operation, got: step)
    }
    if event.pointee.waiting == .renewed { return }
    let value = event.pointee.kind == .read ? event.pointee.value : 0
    threads[thread].step = program.advance(thread, with: value)
  }
}
