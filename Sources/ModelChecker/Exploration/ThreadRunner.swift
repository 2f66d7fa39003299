/// Keeps the program's threads in step with the graph.
///
/// A thread is advanced only when somebody wants to know what it does next. Where the events it was fed are still the
/// graph's, only what is new is fed; otherwise it is restarted and fed from its beginning.
final class ThreadRunner {
  private let program: any Program
  private let graph: ExecutionGraph
  /// For each thread: how many of its events it was fed, the serial number of the last, and what it then came to.
  private var fed: [Int]
  private var serials: [UInt64]
  private var steps: [Step?]

  init(_ program: any Program, graph: ExecutionGraph) {
    self.program = program
    self.graph = graph
    let count = graph.threadCount
    fed = Array(repeating: 0, count: count)
    serials = Array(repeating: 0, count: count)
    steps = Array(repeating: nil, count: count)
  }

  /// What `thread` does after its events in the graph.
  ///
  /// - Precondition: its last event is neither blocked nor the read of an update whose write is missing.
  func next(_ thread: Int) throws(ExplorationError) -> Step {
    if !isInStep(thread) { restart(thread) }
    let count = graph.count(of: thread)
    var step = steps[thread] ?? first(thread)
    var index = fed[thread]
    while index < count {
      let id = EventID(thread: thread, index: index)
      step = try feed(id, to: thread, at: step)
      index += 1
      if graph.at(id).pointee.isUpdate { index += 1 }
    }
    fed[thread] = count
    steps[thread] = step
    serials[thread] = count == 0 ? 0 : graph.last(of: thread).pointee.serial
    return step
  }

  private func isInStep(_ thread: Int) -> Bool {
    let fed = fed[thread]
    if fed == 0 { return steps[thread] != nil }
    guard fed <= graph.count(of: thread) else { return false }
    return graph.at(EventID(thread: thread, index: fed - 1)).pointee.serial == serials[thread]
  }

  private func restart(_ thread: Int) {
    program.restart(thread)
    fed[thread] = 0
    steps[thread] = nil
  }

  private func first(_ thread: Int) -> Step { program.advance(thread, with: 0) }

  private func feed(_ id: EventID, to thread: Int, at step: Step) throws(ExplorationError) -> Step {
    let event = graph.at(id)
    guard step == .operation(event.pointee.operation) else {
      throw .notDeterministic(thread: thread, index: id.index, expected: event.pointee.operation, got: step)
    }
    return program.advance(thread, with: event.pointee.kind == .read ? event.pointee.value : 0)
  }
}
