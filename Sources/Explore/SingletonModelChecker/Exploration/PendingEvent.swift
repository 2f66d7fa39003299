/// An event that is about to be added to a graph.
struct PendingEvent {
  var operation: Operation
  var thread: Int
  var isWriteHalf = false
  /// The value that a write writes.
  var value: UInt = 0
  /// Whether the thread is parked, and its lock is free.
  var isParked = false

  /// The placeholder used if no thread can take another step.
  static let nothing = PendingEvent(.fence(.relaxed), thread: -1)

  init(_ operation: Operation, thread: Int) {
    self.operation = operation
    self.thread = thread
    value = operation.value
  }

  /// Creates the write half of the update whose read half is the last event of `thread`.
  init(writeHalfOf read: Event, thread: Int) {
    operation = read.operation
    self.thread = thread
    isWriteHalf = true
    value = read.operation.updated(read.value) ?? 0
  }
}

/// Selects the next event, and determines how the run ended if there is none.
extension Explorer {
  func nextEvent() throws(ExplorationError) -> PendingEvent? {
    if openUpdate >= 0 {
      return PendingEvent(writeHalfOf: graph.last(of: openUpdate).pointee, thread: openUpdate)
    }
    if let freeLock { return freeLock }
    for thread in 0..<graph.threadCount where !graph.isBlocked(thread) && !graph.followsParkedTwin(thread) {
      guard try hasStarted(thread), case .operation(let operation) = try runner.next(thread) else { continue }
      return PendingEvent(operation, thread: thread)
    }
    return nil
  }

  /// The lock of the first parked thread that can get its lock.
  private var freeLock: PendingEvent? {
    guard graph.state.pointee.parked != ThreadSet() else { return nil }
    let thread = (0..<graph.threadCount).first { thread in
      graph.isParked(thread) && !graph.followsParkedTwin(thread) && graph.canTakeLock(thread)
    }
    guard let thread else { return nil }
    var pending = PendingEvent(graph.parkedWait(thread).pointee.operation, thread: thread)
    pending.isParked = true
    return pending
  }

  private func hasStarted(_ thread: Int) throws(ExplorationError) -> Bool {
    if graph.count(of: thread) > 0 { return true }
    for predecessor in graph.predecessors[thread] {
      guard try hasFinished(predecessor) else { return false }
    }
    return true
  }

  private func hasFinished(_ thread: Int) throws(ExplorationError) -> Bool {
    guard !graph.isBlocked(thread), try hasStarted(thread) else { return false }
    return try runner.next(thread) == .finished
  }

  /// Adds the waits of parked threads at the end of a run. Each reads the latest write.
  private func addParked() throws(ExplorationError) {
    let waiting = (0..<graph.threadCount).filter { graph.isParked($0) || graph.followsParkedTwin($0) }
    for thread in waiting {
      guard case .operation(let operation) = try runner.next(thread) else { continue }
      let latest = graph.locations[Int(operation.location)].latestWrite
      graph.appendRead(operation, thread: thread, from: latest, fails: false)
    }
    graph.state.pointee.parked = ThreadSet()
  }

  /// Returns how the run has ended, given that no thread can take another step.
  func ending() throws(ExplorationError) -> Ending {
    for thread in 0..<graph.threadCount where !graph.isBlocked(thread) {
      if try hasStarted(thread), case .failed(let code) = try runner.next(thread) {
        return .failed(thread: thread, code: code)
      }
    }
    if graph.state.pointee.parked != ThreadSet() {
      guard graph.areParkedBlocked else { return .discarded }
      try addParked()
    }
    let blocked = graph.blockedReads
    if blocked.isEmpty { return .complete }
    let isStuck = blocked.allSatisfy { id in
      graph[id].readsFrom == graph.locations[graph[id].location].latestWrite && !program.isGuess(graph[id].operation)
    }
    return isStuck ? .stuck : .discarded
  }
}
