/// Runs a program by a schedule, one operation after the other, without exploring.
package struct Replay {
  /// One operation, and what it met.
  package struct Step: Sendable {
    package let thread: Int
    package let operation: Operation
    /// What it read; nil for what reads nothing.
    package let read: UInt?
    /// What it wrote; nil for what writes nothing.
    package let written: UInt?
    /// The newest value of the location, where the read met an older one.
    package let newer: UInt?
    /// The value that was read does not let the thread go on; if it has another turn, it asks again.
    package let isBlocked: Bool
    /// The same, but the wait has reached its limit, and the thread goes on.
    package let hasTimedOut: Bool
  }

  package private(set) var steps: [Step] = []
  /// The threads that stopped the process at their last step, and why.
  package private(set) var failures: [Int: UInt] = [:]

  /// - Throws: where the program does not go as the schedule says.
  package init(_ program: any Program, _ schedule: Schedule) throws(ReplayError) {
    var state = ReplayState(program)
    for (number, turn) in schedule.turns.enumerated() {
      guard turn.thread < program.threadCount, let step = state.play(turn) else {
        throw ReplayError(step: number + 1)
      }
      steps.append(step)
    }
    failures = state.failures
  }
}

/// The threads of a program at their next operations, and what has been written so far.
private struct ReplayState {
  private let program: any Program
  private var next: [Step]
  private var writes: [Int: [UInt]] = [:]
  private(set) var failures: [Int: UInt] = [:]

  init(_ program: any Program) {
    self.program = program
    next = []
    for thread in 0..<program.threadCount {
      program.restart(thread)
      next.append(program.advance(thread, with: 0))
      noteFailure(of: thread)
    }
  }

  private mutating func noteFailure(of thread: Int) {
    if case .failed(let code) = next[thread] { failures[thread] = code }
  }

  /// nil where the thread has no such step.
  package mutating func play(_ turn: Schedule.Turn) -> Replay.Step? {
    guard case .operation(let operation) = next[turn.thread] else { return nil }
    let step = operation.reads ? read(operation, turn) : write(operation, turn)
    guard let step else { return nil }
    if !step.isBlocked {
      next[turn.thread] = program.advance(turn.thread, with: step.read ?? 0)
      noteFailure(of: turn.thread)
    }
    return step
  }

  private mutating func read(_ operation: Operation, _ turn: Schedule.Turn) -> Replay.Step? {
    let location = Int(operation.location)
    var told = writes[location, default: []]
    guard turn.choice <= told.count else { return nil }
    let source = told.count - turn.choice
    let value = source == 0 ? program.initialValue(of: location) : told[source - 1]
    let newer = turn.choice == 0 ? nil : told.last
    let isFulfilled = operation.isFulfilled(by: value)
    guard !turn.timesOut || (operation.canTimeOut && !isFulfilled) else { return nil }
    let written = operation.updated(value)
    if let written {
      told.insert(written, at: source)
      writes[location] = told
    }
    return Replay.Step(
      thread: turn.thread, operation: operation, read: value, written: written, newer: newer,
      isBlocked: !isFulfilled && !turn.timesOut, hasTimedOut: turn.timesOut)
  }

  private mutating func write(_ operation: Operation, _ turn: Schedule.Turn) -> Replay.Step? {
    let location = Int(operation.location)
    let told = writes[location, default: []]
    guard turn.choice <= told.count, !turn.timesOut else { return nil }
    if operation.kind != .fence { writes[location, default: []].insert(operation.value, at: told.count - turn.choice) }
    return Replay.Step(
      thread: turn.thread, operation: operation, read: nil, written: operation.value, newer: nil, isBlocked: false,
      hasTimedOut: false)
  }
}
