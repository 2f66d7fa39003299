/// A run of a program that follows a schedule, one operation after the other, without an exploration.
package struct Replay {
  /// One operation and its effect.
  package struct Step: Sendable {
    package let thread: Int
    package let operation: Operation
    /// The value read, or `nil` if the operation does not read.
    package let read: UInt?
    /// The value written, or `nil` if a reading operation writes nothing; 0 for a fence.
    package let written: UInt?
    /// The newest value of the location if the operation read an older one; otherwise `nil`.
    package let newer: UInt?
    /// The newest value of the location after the step, the last in coherence order; 0 for a fence.
    package let newest: UInt
    /// Whether the value read blocks the thread; with its next turn, it repeats the operation.
    package let isBlocked: Bool
    /// Whether the wait has timed out, so that the thread continues although the condition is not satisfied.
    package let hasTimedOut: Bool

    /// Whether the operation is a weak compare-exchange that has failed although it read the expected value.
    package var hasFailed: Bool { written == nil && read.map(operation.canFail) == true }
  }

  package private(set) var steps: [Step] = []
  /// The failure codes of the threads that stopped the process, by thread.
  package private(set) var failures: [Int: UInt] = [:]

  /// Replays a schedule.
  ///
  /// - Throws: An error if the program cannot run, or cannot follow the schedule.
  package init(_ program: any Program, _ schedule: Schedule) throws(ReplayError) {
    if let obstacle = program.obstacle { throw .obstacle(obstacle) }
    var state = ReplayState(program)
    for (number, turn) in schedule.turns.enumerated() {
      guard turn.thread < program.threadCount, let step = state.play(turn) else {
        throw .differs(step: number + 1)
      }
      steps.append(step)
    }
    failures = state.failures
  }
}

/// The next steps of a program's threads, and the writes so far.
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

  /// Takes a turn, or returns `nil` if the thread has no such step.
  package mutating func play(_ turn: Schedule.Turn) -> Replay.Step? {
    guard case .operation(let operation) = next[turn.thread] else { return nil }
    let step = operation.reads ? read(operation, turn) : write(operation, turn)
    guard let step else { return nil }
    if !step.isBlocked {
      next[turn.thread] = program.advance(turn.thread, with: step.hasFailed ? Operation.failure : step.read ?? 0)
      noteFailure(of: turn.thread)
    }
    return step
  }

  private mutating func read(_ operation: Operation, _ turn: Schedule.Turn) -> Replay.Step? {
    let location = Int(operation.location)
    var replayed = writes[location, default: []]
    guard turn.choice <= replayed.count else { return nil }
    let source = replayed.count - turn.choice
    let value = source == 0 ? program.initialValue(of: location) : replayed[source - 1]
    let newer = turn.choice == 0 ? nil : replayed.last
    let isFulfilled = operation.isFulfilled(by: value)
    let timesOut = turn.fails && operation.canTimeOut && !isFulfilled
    guard !turn.fails || timesOut || operation.canFail(reading: value) else { return nil }
    let written = turn.fails ? nil : operation.updated(value)
    if let written {
      replayed.insert(written, at: source)
      writes[location] = replayed
    }
    return Replay.Step(
      thread: turn.thread, operation: operation, read: value, written: written, newer: newer,
      newest: replayed.last ?? value,
      isBlocked: !isFulfilled && !timesOut, hasTimedOut: timesOut)
  }

  private mutating func write(_ operation: Operation, _ turn: Schedule.Turn) -> Replay.Step? {
    let location = Int(operation.location)
    let replayed = writes[location, default: []]
    guard turn.choice <= replayed.count, !turn.fails else { return nil }
    if operation.kind != .fence {
      writes[location, default: []].insert(operation.value, at: replayed.count - turn.choice)
    }
    return Replay.Step(
      thread: turn.thread, operation: operation, read: nil, written: operation.value, newer: nil,
      newest: writes[location]?.last ?? 0, isBlocked: false, hasTimedOut: false)
  }
}
